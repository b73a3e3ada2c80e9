// SPDX-License-Identifier: Apache-2.0
    .macro  wait_for_interrupt
    mov     r0, #1
    mcr     p14, 0, r0, c7, c0, 0       // PWRMODE: idle
    .endm
#include "../wait_for_timer.inc"
