// SPDX-License-Identifier: Apache-2.0
// Polls the interrupt controller for a timer that interrupts every 7 us, and sees each request come
// and go: how often it looks, and what the timer's count is then, is the same in every run.
    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    ldr r4, =0x10140000         @ PL190
    ldr r5, =0x101E2000         @ SP804
    mov r0, #7
    str r0, [r5]                @ Timer1Load
    mov r0, #0xE2
    str r0, [r5, #0x08]         @ Timer1Control: enabled, periodic, interrupt, 32 bits
    mov r6, #0                  @ sum of the counts
    mov r7, #0                  @ looks
    mov r8, #50                 @ requests
1:  add r7, r7, #1
    ldr r1, [r5, #0x04]         @ Timer1Value
    add r6, r6, r1
    ldr r0, [r4, #0x08]         @ RAWINTR
    tst r0, #0x2000             @ line 13
    beq 1b
    ldr r0, [r5, #0x14]         @ Timer1MIS
    cmp r0, #1
    bne 2f
    str r0, [r5, #0x0C]         @ Timer1IntClr
    ldr r0, [r4, #0x08]
    tst r0, #0x2000
    bne 2f
    subs r8, r8, #1
    bne 1b
2:  mov r0, #0
    str r0, [r5, #0x08]
    mov r0, r8                  @ 0: it has seen them all
3:  add r7, r7, #1              @ as many instructions as the sum of the counts
    subs r6, r6, #1
    bne 3b
    pop {r4-r11, pc}
    .ltorg
