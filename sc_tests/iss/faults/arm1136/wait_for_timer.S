// SPDX-License-Identifier: Apache-2.0
    .macro  wait_for_interrupt
    mov     r0, #0
    mcr     p15, 0, r0, c7, c0, 4       // wait for interrupt
    .endm
#include "../wait_for_timer.inc"
