// SPDX-License-Identifier: Apache-2.0
// The multiply-accumulate coprocessor of the XScale; and functions of CP15 that are none there.
    .syntax unified
    .arch_extension xscale
    .text
    .global test_main
    .type test_main, %function

// r0 counts what is wrong: acc0 is to be \high, \low.
    .macro  expect high, low
    mra     r4, r5, acc0
    ldr     r6, =\low
    cmp     r4, r6
    addne   r0, r0, #1
    ldr     r6, =\high
    cmp     r5, r6
    addne   r0, r0, #1
    .endm

test_main:
    push    {r4-r7, lr}
    mov     r0, #0
    mov     r1, #1                      // CP0, in the coprocessor access register
    mcr     p15, 0, r1, c15, c1, 0
    mrc     p15, 0, r2, c15, c1, 0
    cmp     r1, r2
    addne   r0, r0, #1

    ldr     r1, =0x89ABCDEF
    ldr     r2, =0xFFFFFF80             // eight bits count, with the sign
    mar     acc0, r1, r2
    expect  0xFFFFFF80, 0x89ABCDEF

    mov     r1, #0
    mov     r2, #0
    mar     acc0, r1, r2
    ldr     r1, =0x10000
    ldr     r2, =0x30000
    mia     acc0, r1, r2                // 3 * 2^32
    expect  3, 0
    mvn     r3, #0
    mia     acc0, r3, r2                // less 0x30000
    expect  2, 0xFFFD0000

    mov     r1, #0
    mar     acc0, r1, r1
    ldr     r1, =0x0002FFFF             // 2 and -1
    ldr     r2, =0x00030005             // 3 and 5
    miaph   acc0, r1, r2                // 6 - 5
    expect  0, 1
    miabb   acc0, r1, r2                // -5
    expect  0xFFFFFFFF, 0xFFFFFFFC
    miabt   acc0, r1, r2                // -3
    expect  0xFFFFFFFF, 0xFFFFFFF9
    miatb   acc0, r1, r2                // 10
    expect  0, 3
    miatt   acc0, r1, r2                // 6
    expect  0, 9

    cmp     r0, #0                      // not executed under a condition that fails
    miane   acc0, r1, r2
    expect  0, 9

    ldr     r1, =0xFFFFFFFF             // 40 bits wrap
    mov     r2, #0x7F
    mar     acc0, r1, r2
    mov     r3, #1
    mia     acc0, r3, r3
    expect  0xFFFFFF80, 0

    mov     r1, #0                      // neither waits
    mcr     p15, 0, r1, c7, c0, 4
    mcr     p15, 0, r1, c7, c8, 2
    mcr     p15, 0, r1, c15, c1, 0
    pop     {r4-r7, pc}
