// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the VIC and the CCI-400 in every form: LDM, STM, LDRD, STRD, byte and
// halfword where the unit takes them, conditional ones, many in a block, with write-back, from PC-
// relative and scaled addresses, SWP.
    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
    .macro check reg, value, id
    ldr r3, =\value
    cmp \reg, r3
    movne r0, #\id
    bne out
    .endm
test_main:
    push {r4-r11, lr}
    ldr r4, =0x10140000         @ VIC
    ldr r5, =0x2C090000         @ CCI-400
    ldr r6, =0x2C09A000         @ event counter 0
    mov r11, #50
1:  mvn r0, #0
    str r0, [r4, #0x1C]         @ software interrupts off
    str r0, [r4, #0x14]         @ all disabled
    @ raw status by LDM: IRQSTATUS, FIQSTATUS, RAWINTR, INTSELECT
    mov r0, #0x30
    str r0, [r4, #0x18]
    mov r0, #0x20
    str r0, [r4, #0x10]
    ldmia r4, {r7-r10}
    check r7, 0x20, 1
    check r8, 0, 2
    and r9, r9, #0x30
    check r9, 0x30, 3
    @ STM to VECTADDR0 to 3 at 0x100, with write-back, then LDMDB back
    add r0, r4, #0x100
    ldr r7, =0x11111110
    ldr r8, =0x22222220
    mov r9, #0x30
    mov r10, #0x40
    stmia r0!, {r7-r10}
    sub r1, r0, r4
    check r1, 0x110, 4
    mov r7, #0
    mov r8, #0
    ldmdb r0!, {r7, r8, r9, r10}
    check r7, 0x11111110, 5
    check r10, 0x40, 6
    @ LDRD and STRD
    add r0, r4, #0x108
    ldrd r8, r9, [r0]
    check r8, 0x30, 7
    check r9, 0x40, 8
    mov r8, #0x50
    mov r9, #0x60
    strd r8, r9, [r0], #8
    ldr r1, [r0, #-8]!
    check r1, 0x50, 9
    ldr r1, [r0, #4]!
    check r1, 0x60, 10
    @ conditional, executed and not, several in a block
    cmp r11, r11
    mov r7, #0
    add r0, r4, #0x100
    ldreq r7, [r0]
    ldrne r7, [r4]
    streq r11, [r0]
    strne r7, [r0]
    ldreq r8, [r0]
    check r7, 0x11111110, 11
    cmp r8, r11
    movne r0, #12
    bne out
    @ scaled register offset, negative
    mov r1, #0x43
    str r11, [r4, r1, lsl #2]
    ldr r2, [r0, #0xC]
    cmp r2, r11
    movne r0, #13
    bne out
    @ SWP
#if __ARM_ARCH != 7
    mov r2, #0x70
    swp r1, r2, [r0]
    cmp r1, r11
    ldreq r1, [r0]
    cmpeq r1, r2
    movne r0, #14
    bne out
#endif
    @ CCI-400: cycle counter between the events of our own PMU; a stopped one keeps its value
    mov r0, #0
    str r0, [r5, #0x100]
    mov r0, #1
    ldr r1, =0x2C099000
    str r0, [r1, #8]
    mov r0, #100
    str r0, [r1, #4]
    ldr r0, [r1, #4]
    check r0, 100, 15
    mov r0, #1
    str r0, [r5, #0x100]
    ldr r7, [r1, #4]
    ldr r8, [r1, #4]
    nop
    nop
    nop
    ldr r9, [r1, #4]
    mov r0, #0
    str r0, [r5, #0x100]
    ldr r2, [r1, #4]
    ldr r10, [r1, #4]
    cmp r10, r2
    movne r0, #16
    bne out
#ifdef CYCLES // hot code without caches: a cycle an instruction
    sub r0, r8, r7
    check r0, 1, 17
    sub r0, r9, r8
    check r0, 4, 18
#endif
    subs r11, r11, #1
    bne 1b
    ldr r0, =thumb_part + 1
    blx r0
out:
    mvn r1, #0
    str r1, [r4, #0x1C]
    str r1, [r4, #0x14]
    pop {r4-r11, pc}
    .ltorg
    .thumb
thumb_part:
    adds r0, r4, #0
    adds r0, #0x80
    adds r0, #0x80
    movs r1, #1
    movs r2, #2
    movs r3, #3
    push {r0}
    stmia r0!, {r1-r3}
    pop {r0}
    movs r1, #0
    movs r2, #0
    ldmia r0!, {r1-r3}
    cmp r3, #3
    bne 9f
    cmp r1, #1
    bne 9f
#if __ARM_ARCH == 7
    subs r0, #12
    cmp r1, #1
    itete eq
    ldreq r1, [r0, #4]
    ldrne r1, [r4]
    streq r1, [r0]
    strne r1, [r0, #4]
    ldr r2, [r0]
    cmp r2, #2
    bne 9f
    ldrd r2, r3, [r0, #4]
    cmp r3, #3
    bne 9f
#endif
    movs r0, #0
    bx lr
9:  movs r0, #30
    bx lr
