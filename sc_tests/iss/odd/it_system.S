// SPDX-License-Identifier: Apache-2.0
// After an IT block ITSTATE is 0, whatever was executed in it (DDI 0406, A2.5.2): an instruction
// first and last in a block of two, first and third in one of four. Each block is followed by an
// Undefined instruction, whose SPSR has the ITSTATE of the place where it is.
    .syntax unified
    .text
    .global test_main, undefined_handler
    .type test_main, %function
    .type undefined_handler, %function
    .macro ended
    .inst.n 0xDE00                      @ UDF
    .endm
    .macro in_it_block id, instruction:vararg
    ldr r6, =(1 << \id)
    cmp r6, r6
    itt eq
    \instruction
    addeq r4, r4, #1
    ended
    cmp r6, r6
    itt eq
    addeq r4, r4, #1
    \instruction
    ended
    cmp r6, r6
    itete eq
    \instruction
    addne r4, r4, #0x100
    addeq r4, r4, #1
    addne r4, r4, #0x100
    mov r8, r8
    ended
    cmp r6, r6
    itete eq
    addeq r4, r4, #1
    addne r4, r4, #0x100
    \instruction
    addne r4, r4, #0x100
    mov r8, r8
    mov r8, r8
    b 1f                                @ and it begins another basic block
    .ltorg
1:  ended
    .endm
    .thumb
    .thumb_func
test_main:
    push {r4-r11, lr}
    mrc p15, 0, r2, c1, c0, 2           @ CPACR: cp10, cp11
    orr r2, r2, #0xF00000
    mcr p15, 0, r2, c1, c0, 2
    isb
    mov r10, #0x40000000
    vmsr fpexc, r10
    mov r7, sp
    sub r7, r7, #64
    movs r4, #0                         @ what is executed; from bit 8 on: and must not be
    movs r5, #0                         @ the instructions that ITSTATE was not 0 after
    mrc p15, 0, r2, c1, c0, 1
    mov r3, #0x40000000                 @ Z
    vmsr fpscr, r3
    in_it_block 1, mrceq p15, 0, r2, c1, c0, 1
    in_it_block 2, mcreq p15, 0, r2, c1, c0, 1
    in_it_block 3, mrceq p15, 0, r9, c1, c0, 0
    in_it_block 4, mcreq p15, 0, r2, c7, c10, 4
    in_it_block 5, mcreq p15, 0, r2, c7, c10, 5
    in_it_block 6, mrseq r9, cpsr
    in_it_block 7, mrseq r9, spsr
    in_it_block 8, msreq cpsr_f, r3
    in_it_block 9, vmrseq r9, fpscr
    in_it_block 10, vmsreq fpscr, r3
    in_it_block 11, vmrseq r9, fpexc
    in_it_block 12, vmsreq fpexc, r10
    in_it_block 13, vmoveq s0, r9
    in_it_block 14, vmoveq r9, s0
    in_it_block 15, vaddeq.f32 s0, s1, s2
    in_it_block 16, dsbeq
    in_it_block 17, dmbeq
    in_it_block 18, isbeq
    in_it_block 19, clrexeq
    in_it_block 20, strexeq r9, r2, [r7]
    in_it_block 21, ldrexeq r9, [r7]
    in_it_block 22, nopeq
    in_it_block 23, seveq
    in_it_block 24, usateq r9, #3, r9
    in_it_block 25, sdiveq r9, r9, r6
    in_it_block 26, vmrseq APSR_nzcv, fpscr
    in_it_block 27, pldeq [r7]
    in_it_block 28, mrceq p15, 0, r9, c0, c0, 0
    in_it_block 29, mrceq p15, 0, r9, c9, c12, 0
    in_it_block 30, srsdbeq sp!, #0x13  @ in Supervisor mode
    cmp r4, #30 * 4
    it ne
    orrne r5, r5, #1
    mov r0, r5
    add r7, r7, #64
    mov sp, r7
    pop {r4-r11, pc}

    .arm
undefined_handler:
    push {r0, r1}
    mrs r0, spsr
    ldr r1, =0x0600FC00                 @ ITSTATE
    tst r0, r1
    orrne r5, r5, r6
    bic r0, r0, r1
    msr spsr_cxsf, r0
    pop {r0, r1}
    movs pc, lr                         @ after it: UDF has 16 bits
