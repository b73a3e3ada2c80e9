// SPDX-License-Identifier: Apache-2.0
// An instruction that the host executes comes first, then a loop.
#include "../fault.inc"

    mrc     p15, 0, r0, c9, c12, 0      // PMCR
    nop
    b       _start
