// SPDX-License-Identifier: Apache-2.0
// Exception returns into the middle of IT blocks (ARM ARM, B1.8.3: ITSTATE comes from the SPSR), and
// what makes it hard for an engine to go on there: a PMU access, an alignment fault, instructions
// that fail, a call of the debugger, a barrier; then ARM code that is executed for the first time after an IT
// block. Z is set all the time, so EQ passes and NE fails.
    .syntax unified
    .text
    .global test_main, data_abort_handler
    .type test_main, %function
    .type data_abort_handler, %function
    .arm

    .macro  enter label, itstate
    ldr     r0, =0x40000020 | ((\itstate & 3) << 25) | ((\itstate >> 2) << 10)
    and     r1, r11, #0xDF
    orr     r0, r0, r1
    msr     spsr_cxsf, r0
    adr     r9, 9f
    ldr     lr, =\label
    movs    pc, lr
9:
    .endm

test_main:
    push    {r4-r11, lr}
    mrs     r11, cpsr
    mov     r0, #2
    mcr     p15, 0, r0, c9, c12, 5          @ PMSELR, which the host reads
    ldr     r7, =words + 2
    mov     r10, #100
1:  mov     r4, #0
    mov     r5, #0
    enter   access_in_it, 0x0A
    cmp     r4, #4                          @ the last one
    cmpeq   r5, #2
    movne   r0, #1
    bne     out
    enter   fault_in_it, 0x08
    cmp     r4, #4 + 8
    movne   r0, #2
    bne     out
    enter   failing_in_it, 0x1E
    cmp     r4, #4 + 8 + 16
    movne   r0, #3
    bne     out
    ldr     r8, =outside
    tst     r4, #0                          @ Z
    adr     r9, 2f
    ldr     r0, =call_in_it
    bx      r0
2:  cmp     r4, #4 + 8 + 16 + 32
    cmpeq   r5, #2
    movne   r0, #4
    bne     out
    subs    r10, r10, #1
    bne     1b
    mov     r0, #0
out:
    msr     cpsr_c, r11
    pop     {r4-r11, pc}
outside:                                    @ not a part of what was executed before
    add     r4, r4, #32
    mov     r5, #0
    mrc     p15, 0, r5, c9, c12, 5
    bx      r9
data_abort_handler:
    subs    pc, lr, #4                      @ after an instruction of 4 bytes, in its ITSTATE
    .ltorg

    .thumb
    .balign 4
    ittet   eq
    addeq   r4, #1                          @ not executed
    .thumb_func
access_in_it:
    mrceq   p15, 0, r5, c9, c12, 5
    addne   r4, #2
    addeq   r4, #4
    bx      r9

    .balign 4
    .thumb_func
fault_in_it:                                @ the last one of its block
    .short  0xE9D7, 0x0100                  @ ldrd r0, r1, [r7]: not aligned
    .short  0x3408                          @ addeq r4, #8: under the ITSTATE of that
    bx      r9

    .balign 4
    itttt   ne
    addne   r4, #1
    .thumb_func
failing_in_it:                              @ three of four
    addne   r4, #1
    addne   r4, #2
    addne   r4, #4
    add     r4, #16
    bx      r9

    .thumb_func
call_in_it:                                 @ SYS_ERRNO: BKPT has no condition in an IT block
    movs    r0, #0x13
    movs    r1, #0
    cmp     r0, r0
    .short  0xBF1C                          @ itt ne
    .short  0xBEAB                          @ bkpt 0xAB
    .short  0x3401                          @ addne r4, #1
    cmp     r0, r0                          @ in no IT block
    .short  0xBF0C                          @ ite eq
    .short  0xF3BF, 0x8F6F                  @ isbeq
    .short  0x3401                          @ addne r4, #1
    it      eq
    bxeq    r8
    adds    r4, #64
    bx      r9
    .data
    .balign 8
words:
    .word   1, 2, 3, 4
