// SPDX-License-Identifier: Apache-2.0
// The same word executed in ARM and in Thumb state by turns, as a block of the same length:
//     movs r2, r0      bge both + 6
// and in ARM state
//     ble both + 16
// Then SP is not aligned for once, after which the simulator looks at what it has come to anew. That
// changes nothing of what is counted: as many instructions as before.
#if __ARM_ARCH == 7
#include "counter_2.inc"
#endif

    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push    {r4-r8, lr}
    ldr     r5, =both
    mov     r4, #0
    mov     r8, #0
again:
#if __ARM_ARCH == 7
    start_counter_2 0x08                    @ INSTRUCTION
#endif
    mov     r6, #100
1:  msr     cpsr_f, #0x40000000             @ Z
    blx     r5
    orr     r0, r5, #1
    blx     r0
    subs    r6, r6, #1
    bne     1b
#if __ARM_ARCH == 7
    read_counter_2
#elif __ARM_ARCH < 7
    mov     r0, #0
#endif
    cmp     r4, #0
    bne     2f
    mov     r4, #1
    mov     r8, r0
    mov     r7, sp
    add     sp, r7, #1
    mov     sp, r7
    b       again
2:  subs    r0, r0, r8
    pop     {r4-r8, pc}
    .balign 16
both:
    .word   0xDA000002, 0x477046C0, 0, 0
    bx      lr
    .ltorg
