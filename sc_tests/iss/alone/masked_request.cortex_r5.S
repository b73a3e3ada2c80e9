// SPDX-License-Identifier: Apache-2.0
// A counter overflows in a basic block with IRQ masked, before an MSR that leaves the masks alone;
// IRQ is masked for 1,000 more passes of a loop. From the end of that block, in which interrupts
// are taken first, to the entry of the exception it is:
//   mov                                   1
//   subs, bne taken                       999 * 3
//   subs, bne not taken and mispredicted  1 + 6
//   cpsie                                 1
// 3,006 cycles (iss/timing.md). Where interrupts are taken after each instruction, 4 more: the
// MOVS, the MSR and the branch, of two cycles, that end the block.
    .syntax unified
    .arm
    .section .vectors, "ax"
    ldr     pc, =_start
    .org    0x18
    mov     r1, #1              // IRQ
    mcr     p15, 0, r1, c9, c12, 3
    subs    pc, lr, #4
    .text
    .global _start
_start:
    ldr     r5, =0x10140000     // the PL190: line 0
    mov     r0, #1
    str     r0, [r5, #0x10]
    mov     r1, #0
    mcr     p15, 0, r1, c9, c12, 5
    mov     r2, #8              // instructions: of MCR, BX and NOP the third overflows
    mcr     p15, 0, r2, c9, c13, 1
    mvn     r0, #2
    mcr     p15, 0, r0, c9, c13, 2
    mov     r1, #1
    mcr     p15, 0, r1, c9, c12, 1
    mcr     p15, 0, r1, c9, c14, 1
    ldr     r3, =body + 1
    mcr     p15, 0, r1, c9, c12, 0
    bx      r3
    .ltorg
    .thumb
    .thumb_func
body:
    nop
    movs    r0, #0
    msr     cpsr_f, r0
    b       1f
1:  mov     r2, #1000
2:  subs    r2, r2, #1
    bne     2b
    cpsie   i
    nop
    b       3f
3:  mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0xab
    .ltorg
