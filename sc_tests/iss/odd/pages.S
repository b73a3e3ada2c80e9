// SPDX-License-Identifier: Apache-2.0
// Code across pages and lines: blocks that end at a page, a call across, 3000 instructions in a
// line; Thumb-2: 32-bit instructions across a page and across lines.
    .syntax unified
    .text
    .global test_main
    .type test_main, %function
    .arm
test_main:
    push {r4-r7, lr}
    ldr r6, =200
1:  bl near_end
    ldr r0, =thumb_near_end
    blx r0
    bl long_line
    subs r6, r6, #1
    bne 1b
    mov r0, #0
    pop {r4-r7, pc}
    .ltorg
    .balign 4096
    .space 4096 - 12
near_end:
    add r4, r4, #1
    add r4, r4, #1
    add r4, r4, #1      @ last of the page
    add r4, r4, #1
    tst r4, #4
    ldrne r1, [sp]
    bxne lr
    bx lr
    .balign 4096
    .space 4096 - 10
    .thumb
    .thumb_func
thumb_near_end:
    adds r4, #1
    adds r4, #1
    mov r5, lr
    nop
#if __ARM_ARCH == 7
    add.w r4, r4, #1    @ across the page
    ldr.w r1, [sp]
    nop
    .rept 20
    ldr.w r1, [sp]      @ every second across eight bytes, some across a line
    nop
    str.w r1, [sp]
    .endr
#elif __ARM_ARCH < 7
    bl 9f               @ the two halves of BL in two pages
9:  nop
    mov lr, r5
    b 8f
8:
#endif
    bx lr
    .arm
    .balign 4096
long_line:
    .rept 3000
    add r4, r4, #1
    .endr
    ldr r1, [sp]
    bx lr
