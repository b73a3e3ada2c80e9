// SPDX-License-Identifier: Apache-2.0
// A timer interrupts a loop whose cycles show late: those of entries to exceptions, and of what
// STREX, PLD and operations of CP15 do with caches. r6 in the end says where.
#include "timer.inc"
    .syntax unified
    .arm
    .section .v, "ax"
    b       _start
    .org    0x10
    subs    pc, lr, #4          // data abort: the next instruction
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
    ldr     r7, =0xfffff8       // two words before the end of memory
    ldr     r10, =0x100000
    msr     cpsr_c, #0x13       // interrupts on
work:
    and     r5, r8, #0xff
    add     r5, r10, r5, lsl #5
#if __ARM_ARCH >= 7
    ldrex   r3, [r5]
    ldr     r1, [r5, #0x200]    // two more in the set: STREX misses
    ldr     r1, [r5, #0x400]
    strex   r3, r2, [r5]
    b       1f
1:
#endif
#if __ARM_ARCH >= 6
    mcr     p15, 0, r5, c7, c14, 1
#endif
    tst     r8, #3
    stmeq   r7, {r0-r3}
    pld     [r5, #0x400]
    bl      leaf
    subs    r8, r8, #1
    bne     work
    msr     cpsr_c, #0x93
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
leaf:
    add     r4, r4, #1
    bx      lr
