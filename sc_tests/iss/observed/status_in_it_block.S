// SPDX-License-Identifier: Apache-2.0
// A timer interrupts a loop with an IT block that writes the flags. r6 in the end says where.
#include "timer.inc"
    .syntax unified
    .arm
    .section .v, "ax"
    b       _start
    .org    0x18
    sub     lr, lr, #4          // IRQ
    add     r6, lr, r6, ror #3
    str     r0, [r9, #0xc]
    movs    pc, lr
    .text
    .global _start, work, work_middle, work_end
_start:
    start_timer
    mov     r6, #0
    ldr     r8, =2000
    cps     #0x13
    cpsie   i
    blx     work
    .ltorg
    .thumb
    .type   work, %function
work:
    nop
    nop
    .type   work_middle, %function
work_middle:
    mov.w   r5, #0
    nop
    mov.w   r10, #0x80
    tst     r8, #4
    itte    eq
    moveq   r5, #0
    msreq   cpsr_f, r10
    movne   r5, #1
    tst     r8, #8
    beq     1f
    nop
    nop
    nop
1:  subs    r8, r8, #1
    bne     work
    cpsid   i
    .type   work_end, %function
work_end:
    movs    r0, #0x18
    ldr     r1, =0x20026
    svc     0xab
