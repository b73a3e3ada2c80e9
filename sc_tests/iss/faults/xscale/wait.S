// SPDX-License-Identifier: Apache-2.0
// A wait for interrupt by PWRMODE, where nothing can raise one.
#include "../fault.inc"

    mov     r0, #1
    mcr     p14, 0, r0, c7, c0, 0
