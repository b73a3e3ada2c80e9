// SPDX-License-Identifier: Apache-2.0
// BL to a label and back, in Thumb state.
    .syntax unified
    .text
    .arm
    .global _start
_start:
    add     r0, pc, #1
    bx      r0
    .thumb
    bl      called
    movs    r0, #0x18
    ldr     r1, =0x20026
    svc     #0xAB
    .thumb_func
    .type   called, %function
called:
    bx      lr
    .ltorg
