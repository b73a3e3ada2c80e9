// SPDX-License-Identifier: Apache-2.0
// What is executed counts from a device access on, too, in the longest block so far: one that became longer as its first
// instruction passed its condition. And a device is accessed at the same time where an instruction of the IT block before
// it fails. r6 in the end has what the timer said.
#include "timer.inc"
    .syntax unified
    .section .v, "ax"
    b       _start
    .text
    .global _start
    .arm
_start:
    ldr     r9, =0x101E2000
    ldr     r6, =0x10140000
    ldr     r4, =0x100000
    cmp     r0, r0
    b       1f
1:  ldrdeq  r2, r3, [r4]
    str     r0, [r6, #4]
    add     r1, r1, #1
    add     r1, r1, #1
    b       2f
2:  ldr     r0, =0xFFFFFFF
    str     r0, [r9]
    mov     r0, #0xC2
    str     r0, [r9, #8]
    mov     r6, #0
    mov     r8, #100
#if __ARM_ARCH >= 7
    ldr     r0, =thumb + 1
    bx      r0
    .ltorg
    .thumb
    .thumb_func
thumb:
    mul     r0, r8, r8
    mul     r0, r8, r8
    mul     r0, r8, r8
    cmp     r8, r8
    ite     ne
    ldmne   r4, {r2, r3}
    ldreq   r0, [r9, #4]
    add     r6, r0, r6, ror #3
    subs    r8, r8, #1
    bne     thumb
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0xAB
#elif __ARM_ARCH == 6
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
#endif
    .ltorg
