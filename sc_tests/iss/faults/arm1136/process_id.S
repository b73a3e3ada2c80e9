// SPDX-License-Identifier: Apache-2.0
// Firmware that moves itself to a process of the fast context switch extension.
#include "../fault.inc"

    mov     r0, #0x00100000             // process 0
    mcr     p15, 0, r0, c13, c0, 0
    mov     r0, #0x04000000
    mcr     p15, 0, r0, c13, c0, 0
    b       _start
