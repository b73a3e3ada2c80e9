// SPDX-License-Identifier: Apache-2.0
// A wait for interrupt by CP15, where nothing can raise one.
#include "../fault.inc"

    cpsie   i
    mcr     p15, 0, r0, c7, c0, 4
