// SPDX-License-Identifier: Apache-2.0
// A wait for interrupt where nothing can raise one.
#include "../fault.inc"

    nop
    cpsie   i
    wfi
