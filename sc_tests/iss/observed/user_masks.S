// SPDX-License-Identifier: Apache-2.0
// A timer interrupts a loop in User mode. CPS, which may mask interrupts, does nothing there (ARM Architecture Reference
// Manual, CPS), but interrupts are taken after it as after any that may mask them (iss/timing.md, Two modes). r6 in the end
// says where that was.
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
    .global _start
_start:
    start_timer
    mov     r6, #0
    ldr     r8, =3000
    ldr     r4, =0x100000
    msr     cpsr_c, #0x10       // User mode, interrupts on
work:
    cpsie   i
    streq   r2, [r4]
    add     r1, r1, #1
    add     r1, r1, #1
    add     r1, r1, #1
    add     r1, r1, #1
    add     r1, r1, #1
    add     r1, r1, #1          // of 11 cycles: the timer comes in each of them
    subs    r8, r8, #1
    bne     work
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
