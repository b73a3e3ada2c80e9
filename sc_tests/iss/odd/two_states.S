// SPDX-License-Identifier: Apache-2.0
// The same words executed in ARM and in Thumb state by turns. In Thumb state they are
//     str.w r2, [r1, #4]      bx lr
// and in ARM state, where C is clear,
//     andcs pc, r4, r1, asr #17      andcs r4, r0, r0, ror r7      bx lr
// So of 100 calls each, the ones in Thumb state store.
#include "counter_2.inc"

    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push    {r4-r8, lr}
    start_counter_2 0x07                    @ DATA_WRITE
    ldr     r1, =buffer
    ldr     r5, =both
    mov     r6, #100
1:  mov     r2, r6
    msr     cpsr_f, #0
    blx     r5
    orr     r0, r5, #1
    blx     r0
    ldr     r0, [r1, #4]
    cmp     r0, r6
    bne     bad
    subs    r6, r6, #1
    bne     1b
    read_counter_2
    subs    r0, r0, #100
    pop     {r4-r8, pc}
bad:
    mov     r0, #1
    pop     {r4-r8, pc}
both:
    .word   0x2004F8C1, 0x20004770
    bx      lr
    .ltorg
    .bss
    .balign 4
buffer:
    .space  8
