// SPDX-License-Identifier: Apache-2.0
// R4 errors collected, r7 buffer.
    .syntax unified
    .thumb
    .text
    .global test_main
    .type test_main, %function
    .macro expect reg, value, id
    ldr r3, =\value
    cmp \reg, r3
    beq 9f
    movs r0, #\id
    b fail
9:
    .endm
test_main:
    push {r4-r11, lr}
    ldr r7, =buffer
    @ loads and stores under ITTTT / ITEEE etc., both ways
    movs r6, #0
again:
    ldr r0, =0x11111111
    str r0, [r7]
    ldr r0, =0x22222222
    str r0, [r7, #4]
    movs r1, #0
    movs r2, #0
    cmp r6, #0
    it eq
    ldreq r1, [r7]
    itt eq
    ldreq r2, [r7, #4]
    streq r1, [r7, #8]
    ittt ne
    ldrne r1, [r7, #4]
    ldrne r2, [r7]
    strne r2, [r7, #8]
    itete eq
    streq r1, [r7, #12]
    strne r2, [r7, #12]
    ldrdeq r8, r9, [r7]
    ldmne r7, {r8, r9}
    itttt eq
    ldreq.w r10, [r7, #8]
    streq.w r10, [r7, #16]
    ldrbeq r11, [r7, #4]
    strheq r11, [r7, #16]
    iteee eq
    moveq r0, #1
    movne r0, #2
    strne r0, [r7, #16]
    addne r0, r0, #1
    cmp r6, #0
    bne 2f
    expect r1, 0x11111111, 1
    expect r2, 0x22222222, 2
    expect r8, 0x11111111, 3
    expect r11, 0x22, 4
    expect r0, 1, 5
    ldr r0, [r7, #16]
    expect r0, 0x11110022, 6
    b 3f
2:  expect r1, 0x22222222, 7
    expect r2, 0x11111111, 8
    ldr r5, [r7, #12]
    expect r5, 0x11111111, 9
    expect r0, 3, 10
    ldr r5, [r7, #16]
    expect r5, 2, 11
3:  adds r6, #1
    cmp r6, #50
    bne again
    @ coprocessor accesses in IT blocks: PMSELR as a scratch register, then PMCCNTR writes
    movs r6, #0
cp: and r5, r6, #1
    mov r0, #1
    mov r1, #2
    cmp r5, #0
    itett eq
    mcreq p15, 0, r0, c9, c12, 5
    mcrne p15, 0, r1, c9, c12, 5
    mrceq p15, 0, r2, c9, c12, 5
    addeq r2, r2, #16
    it ne
    mrcne p15, 0, r2, c9, c12, 5
    ittee ne
    addne r2, r2, #32
    mrcne p15, 0, r8, c9, c12, 5
    mrceq p15, 0, r8, c9, c12, 5
    mrceq p15, 0, r9, c9, c12, 5
    cmp r5, #0
    ite eq
    moveq r10, #17
    movne r10, #34
    cmp r2, r10
    bne bad20
    and r10, r10, #3
    cmp r8, r10
    bne bad21
    adds r6, #1
    cmp r6, #20
    bne cp
    @ restore PMSELR
    movs r0, #0
    mcr p15, 0, r0, c9, c12, 5
    @ branches at the end of IT blocks
    movs r6, #0
    movs r8, #0
br: tst r6, #1
    itt eq
    addeq r8, r8, #1
    beq 4f
    add r8, r8, #100
4:  tst r6, #2
    ite ne
    addne r8, r8, #1000
    beq 5f
    add r8, r8, #8192
5:  tst r6, #4
    itt ne
    movne r0, r8
    blne inc
    it ne
    movne r8, r0
    tst r6, #4
    ite eq
    ldreq r0, =six
    ldrne r0, =seven
    orr r0, r0, #1
    cmp r6, #100
    itt ne
    orrne r1, r0, #0
    bxne r1
    .balign 4
six: add r8, r8, #1
    .balign 4
seven: adds r6, #1
    cmp r6, #8
    bne br
    @ by hand: 4*1 + 4*100 + 4*9192 + 4*100000 + 4*1, if equal
    expect r8, 437176, 12
    @ pop {pc} in an IT block
    bl popper
    expect r0, 77, 13
    @ MRC to the flags: PMUSERENR reads 0, then CRn... all flags clear
    movs r0, #0
    mrc p15, 0, apsr_nzcv, c9, c14, 0
    beq bad14
    cmp r0, #1
    it mi
    mrcmi p15, 0, apsr_nzcv, c9, c14, 0
    bmi bad14
    @ TBB, CBZ, and IT with a 32-bit load to pc
    movs r0, #2
    tbb [pc, r0]
10: .byte (11f-10b)/2, (11f-10b)/2, (12f-10b)/2, 0
11: movs r0, #15
    b fail
12: cbz r0, 15f
    cbnz r0, 13f
    b 11b
13: cmp r0, #2
    itt eq
    ldreq r1, =14f + 1
    ldreq pc, [pc, #4]
    b 11b
    .balign 4
    .word 14f + 1
    .word 14f + 1
15: 
14: movs r0, #0
fail:
    pop {r4-r11, pc}
bad14: movs r0, #14
    b fail
bad20: movs r0, #20
    b fail
bad21: movs r0, #21
    b fail
    .ltorg
    .thumb_func
inc:
    ldr r1, =100000
    add r0, r0, r1
    bx lr
    .thumb_func
popper:
    push {r4, lr}
    movs r0, #77
    cmp r0, #77
    it eq
    popeq {r4, pc}
    movs r0, #1
    pop {r4, pc}
    .ltorg
    .bss
    .balign 8
buffer: .space 64
