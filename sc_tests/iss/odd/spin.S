// SPDX-License-Identifier: Apache-2.0
// Branches to themselves that an interrupt ends: one that stands already, and one that the cycle
// counter of the CCI-400 raises later.
    .syntax unified
    .text
    .arm
    .global irq_handler, test_main
    .type irq_handler, %function
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    ldr r4, =0x10140000         @ PL190
    ldr r5, =0x2C099000         @ the CCI-400's cycle counter
    mov r6, #0x24
    str r6, [r4, #0x10]         @ INTENABLE: lines 2 and 5
    mov r6, #1
    str r6, [r5, #0x08]
    mov r7, #0                  @ interrupts
    mov r8, #20                 @ passes
    mrs r9, cpsr
    bic r10, r9, #0x80
1:  msr cpsr_c, r10
    mov r0, #0x20
    str r0, [r4, #0x18]         @ SOFTINT
    b .
    msr cpsr_c, r9
    mvn r0, #0
    sub r0, r0, r8, lsl #9
    sub r1, r5, #0x9000
    mov r2, #0
    str r2, [r1, #0x100]        @ PMCR: stopped
    str r0, [r5, #0x04]         @ CCNT: some thousand cycles
    str r6, [r1, #0x100]
    msr cpsr_c, r10
    b .
    msr cpsr_c, r9
    subs r8, r8, #1
    bne 1b
    mov r0, #0x24
    str r0, [r4, #0x14]         @ INTENCLEAR
    subs r0, r7, #40
    pop {r4-r11, pc}

    @ It goes on after the branch.
irq_handler:
    mov r0, #0x20
    str r0, [r4, #0x1C]         @ SOFTINTCLEAR
    str r6, [r5, #0x0C]         @ OVF
    add r7, r7, #1
    movs pc, lr
    .ltorg
