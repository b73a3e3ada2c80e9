// SPDX-License-Identifier: Apache-2.0
// Ways from the middle of an IT block into ARM state: branches that must not be there, exception
// returns with an ITSTATE in the SPSR. ARM code has none (ARM ARM, A2.5.2), so back in Thumb state
// the instruction there is in no IT block. Nothing of the IT block is executed after the branch.
// r4 counts: 1 a way; 64 if the rest of the block was executed, or 1 too few if it was carried on.
    .syntax unified
    .text
    .global test_main
    .type test_main, %function
    .thumb

    .macro  way instruction:vararg
    ldr     r9, =9f + 1
    cmp     r0, r0                          @ Z
    .short  0xBF0C                          @ ite eq
    \instruction
    .short  0x3440                          @ addne r4, #64
    nop
9:  .short  0x3401                          @ adds r4, #1
    .endm
    .set    ways, 10

test_main:
    push    {r4-r11, lr}
    mrs     r11, cpsr
    ldr     r8, =far
    ldr     r7, =pointer
    ldr     r5, =0x0600FC00                 @ ITSTATE: all ones
    and     r10, r11, #0xDF                 @ the present mode and masks, ARM state
    orr     r5, r5, r10
    movs    r6, #50
    movs    r4, #0
1:  way     blx near
    way     bx r8
    way     blx r8
    way     ldr pc, [r7]
    way     ldm r7, {r0, pc}
    push    {r8}
    way     pop {pc}
    msr     spsr_cxsf, r10
    mov     lr, r8
    way     subs pc, lr, #0
    msr     spsr_cxsf, r5
    mov     lr, r8
    way     subs pc, lr, #0
    mov     r9, r5
    push    {r8, r9}
    way     rfeia sp!
    blx     arm_with_it_state
    subs    r6, #1
    bne     1b
    ldr     r0, =50 * ways
    subs    r0, r0, r4
    pop     {r4-r11, pc}
    .ltorg

    .balign 4
    .arm
near:
    bx      r9
arm_with_it_state:                          @ from ARM to ARM state, r4 being counted in Thumb code
    push    {lr}
    msr     spsr_cxsf, r5
    adr     lr, 2f
    movs    pc, lr
2:  ldr     r9, =9f + 1
    bx      r9
    .thumb
    nop
9:  .short  0x3401                          @ adds r4, #1
    pop     {pc}
    .ltorg
    .space  2048                            @ in another block, of another page
    .balign 4
    .arm
far:
    bx      r9
    .data
    .balign 8
pointer:
    .word   far, far
