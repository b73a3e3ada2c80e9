// SPDX-License-Identifier: Apache-2.0
// Conditional accesses in ARM state, with conditions that hold and that do not, several a block.
    .syntax unified
    .arm
    .text
    .global test_main
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    ldr r7, =buffer
    mov r6, #0
    mov r5, #0
1:  movs r0, r6, lsr #1         @ C = bit 0, Z = r6 < 2
    str r6, [r7]
    ldrcs r1, [r7]
    ldrcc r2, [r7]
    strcs r6, [r7, #4]
    strcc r6, [r7, #8]
    ldmcs r7, {r8-r10}
    stmcc r7!, {r8-r10}
    subcc r7, r7, #12
    ldrbeq r3, [r7, #1]
    ldrdne r8, r9, [r7]
    strdeq r8, r9, [r7, #16]
    pushcs {r0-r3}
    popcs {r0-r3}
    swpcs r1, r6, [r7]
    mrscc r11, cpsr
    addcs r5, r5, #1
    mulcc r11, r6, r6
    addcc r5, r5, #256
    bcs 2f
    bl leaf
2:  blhi leaf
    ldreq pc, =3f
    movne pc, pc
    .word 0xE7F000F0            @ undefined, never executed
3:  add r6, r6, #1
    cmp r6, #100
    bne 1b
    @ 50 odd passes add 1, 50 even ones 256; the leaf adds 65536, 50 times by BL, 49 by BLHI
    ldr r1, =50 + 50 * 256 + 99 * 65536
    cmp r5, r1
    movne r0, #1
    moveq r0, #0
    pop {r4-r11, pc}
leaf:
    add r5, r5, #65536
    bx lr
    .ltorg
    .bss
    .balign 8
buffer: .space 64
