// SPDX-License-Identifier: Apache-2.0
// Branches to themselves that a timer ends: each time it interrupts once, 3 us later.
    .syntax unified
    .text
    .arm
    .global irq_handler, test_main
    .type irq_handler, %function
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    ldr r4, =0x10140000         @ PL190
    ldr r5, =0x101E2000         @ SP804
    mov r0, #0x2000
    str r0, [r4, #0x10]         @ INTENABLE: line 13
    mov r0, #0xA3
    str r0, [r5, #0x28]         @ Timer2Control: enabled, interrupt, 32 bits, one shot
    mov r6, #3
    mov r7, #0                  @ interrupts
    mov r8, #20                 @ passes
    mrs r9, cpsr
    bic r10, r9, #0x80
1:  str r6, [r5, #0x20]         @ Timer2Load
    msr cpsr_c, r10
    b .
    msr cpsr_c, r9
    subs r8, r8, #1
    bne 1b
    mov r0, #0x2000
    str r0, [r4, #0x14]         @ INTENCLEAR
    subs r0, r7, #20
    pop {r4-r11, pc}

    @ It goes on after the branch.
irq_handler:
    str r6, [r5, #0x2C]         @ Timer2IntClr
    add r7, r7, #1
    movs pc, lr
    .ltorg
