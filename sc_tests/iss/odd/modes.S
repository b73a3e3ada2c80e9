// SPDX-License-Identifier: Apache-2.0
// Modes, banked registers, SPSRs, and every way to return from an exception: MOVS, SUBS, LDM ^
// with PC, RFE (v6), and LDM/STM ^ of User registers. FIQ bank r8-r12.
    .syntax unified
    .text
    .arm
    .global test_main, svc_handler
    .type test_main, %function
    .type svc_handler, %function
    .macro check reg, value, id
    ldr r3, =\value
    cmp \reg, r3
    movne r0, #\id
    bne fail
    .endm
test_main:
    push {r4-r11, lr}
    mrs r7, cpsr
    mov r8, #0x18
    mov r12, #0x1C
    msr cpsr_c, #0xD1       @ FIQ
    mov r8, #0x81
    mov r12, #0x85
    ldr sp, =0x1111
    ldr lr, =0x1112
    ldr r0, =0xA00000D3
    msr spsr_cxsf, r0
    msr cpsr_c, #0xD2       @ IRQ
    mov r4, sp
    ldr sp, =0x2222
    ldr lr, =0x2223
    ldr r0, =0x500000DF
    msr spsr_cxsf, r0
    msr cpsr_c, #0xDB       @ Undefined
    mov r6, sp
    ldr sp, =0x3333
    msr cpsr_c, #0xD7       @ Abort
    mov r5, sp
    ldr sp, =0x4444
    msr cpsr_c, #0xDF       @ System
    mov r9, sp
    ldr sp, =0x5555
    ldr lr, =0x5556
    check r8, 0x18, 1
    check r12, 0x1C, 2
    msr cpsr_c, #0xD3
    msr cpsr_c, #0xD1
    check r8, 0x81, 3
    check r12, 0x85, 4
    check sp, 0x1111, 5
    check lr, 0x1112, 6
    mrs r0, spsr
    check r0, 0xA00000D3, 7
    @ User registers from FIQ mode by STM ^ and LDM ^
    ldr r0, =buffer
    stm r0, {r8, r12, sp, lr}^
    nop
    ldr r1, [r0]
    check r1, 0x18, 8
    ldr r1, [r0, #8]
    check r1, 0x5555, 9
    ldr r1, [r0, #12]
    check r1, 0x5556, 10
    ldr r1, =0x7777
    str r1, [r0, #8]
    ldm r0, {r8, r12, sp, lr}^
    nop
    check sp, 0x1111, 11
    msr cpsr_c, #0xD2
    check sp, 0x2222, 12
    check lr, 0x2223, 13
    mrs r0, spsr
    check r0, 0x500000DF, 14
    @ MOVS PC, LR from IRQ mode to System mode with Z and V
    ldr lr, =1f
    movs pc, lr
    mov r0, #15
    b fail
1:  mrs r0, cpsr
    check r0, 0x500000DF, 16
    check sp, 0x7777, 17
    @ SUBS PC from Abort mode to Thumb in System mode
    msr cpsr_c, #0xD7
    check sp, 0x4444, 18
    ldr r0, =0x200000FF
    msr spsr_cxsf, r0
    ldr lr, =thumb_place + 4
    subs pc, lr, #4
2:  msr cpsr_c, #0xDB
    check sp, 0x3333, 19
    @ LDM ^ with PC from Undefined mode to Supervisor mode, N set
    ldr r0, =0x800000D3
    msr spsr_cxsf, r0
    ldr r0, =buffer
    ldr r1, =3f
    str r1, [r0, #4]
    ldmia r0, {r1, pc}^
    mov r0, #20
    b fail
3:  mrs r0, cpsr
    ldr r3, =0xF000001F
    and r0, r0, r3
    check r0, 0x80000013, 21
#if !defined(__XSCALE__)
    @ SRS and RFE through the Supervisor stack, CPS between modes
    ldr r0, =0x600000DF
    msr spsr_cxsf, r0
    ldr lr, =4f
    srsdb sp!, #0x13
    mov lr, #0
    rfeia sp!
    mov r0, #22
    b fail
4:  mrs r0, cpsr
    check r0, 0x600000DF, 23
    cps #0x12
    check sp, 0x2222, 24
    cps #0x1F
    cpsie i
    mrs r0, cpsr
    tst r0, #0x80
    movne r0, #25
    bne fail
    cpsid if, #0x13
    mrs r0, cpsr
    and r0, r0, #0xFF
    check r0, 0xD3, 26
    @ SETEND there and back
    ldr r0, =0x11223344
    ldr r1, =buffer
    str r0, [r1]
    setend be
    ldr r2, [r1]
    setend le
    check r2, 0x44332211, 27
#endif
    @ mode changes in a loop: the bank must follow
    mov r10, #100
5:  msr cpsr_c, #0xD2
    mov r0, sp
    msr cpsr_c, #0xD7
    mov r1, sp
    msr cpsr_c, #0xD3
    sub r0, r1, r0
    check r0, 0x2222, 28
    subs r10, r10, #1
    bne 5b
    @ User mode cannot change its mode; SVC brings it back
    mov r10, sp
    msr cpsr_c, #0x10
    mov r0, #0xD3
    msr cpsr_c, r0
    mrs r0, cpsr
    and r0, r0, #0x1F
    check r0, 0x10, 29
    svc #1
    mov r0, #0
    b restore
fail:
    msr cpsr_c, #0xD3
restore:
    msr cpsr_c, #0xD2
    mov sp, r4
    msr cpsr_c, #0xDB
    mov sp, r6
    msr cpsr_c, #0xD7
    mov sp, r5
    msr cpsr_c, #0xDF
    mov sp, r9
    msr cpsr_c, #0xD3
    pop {r4-r11, pc}
svc_handler:
    mrs r0, spsr
    orr r0, r0, #0xC0
    bic r0, r0, #0x1F
    orr r0, r0, #0x13
    msr spsr_cxsf, r0
    movs pc, lr
    .ltorg
    .thumb
    .thumb_func
thumb_place:
    bcc 8f
    ldr r0, =2b
    bx r0
8:  movs r0, #30
    ldr r1, =fail
    bx r1
    .ltorg
    .bss
    .balign 8
buffer: .space 64
