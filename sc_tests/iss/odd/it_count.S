// SPDX-License-Identifier: Apache-2.0
// 1000 passes of 2 + 5 + 2 instructions, one of the five fails in turn.
    .syntax unified
    .thumb
    .text
    .global test_main
    .type test_main, %function
test_main:
    push {r4, lr}
    ldr r4, =1000
1:  tst r4, #1
    itete eq
    moveq r0, #1
    movne r0, #2
    moveq r1, #3
    movne r1, #4
    subs r4, #1
    bne 1b
    movs r0, #0
    pop {r4, pc}
