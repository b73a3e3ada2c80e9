// SPDX-License-Identifier: Apache-2.0
// Code whose number of instructions is known: count_blocks.h says what each block has.
    .syntax unified
    .text

    .macro  block name
    .balign 32
    .global \name
    .type   \name, %function
\name:
    .endm

    .macro  end name
    .size   \name, . - \name
    .endm

    .arm

    block   block_empty
    bx      lr
    end     block_empty

    block   block_straight_16
    .rept   16
    add     r0, r0, #1
    .endr
    bx      lr
    end     block_straight_16

    block   block_straight_256
    .rept   256
    add     r0, r0, #1
    .endr
    bx      lr
    end     block_straight_256

    block   block_loop_2
1:  subs    r0, r0, #1
    bne     1b
    bx      lr
    end     block_loop_2

    block   block_loop_8
1:  add     r1, r1, #1
    eor     r2, r2, r1
    add     r3, r3, r2, lsl #3
    orr     r1, r1, r3
    mov     r2, r3, lsr #7
    sub     r3, r2, r1
    subs    r0, r0, #1
    bne     1b
    bx      lr
    end     block_loop_8

    block   block_loop_memory
    ldr     r1, =block_scratch
1:  str     r0, [r1]
    ldr     r2, [r1]
    subs    r0, r0, #1
    bne     1b
    bx      lr
    end     block_loop_memory

    block   block_loop_multiple
    ldr     r1, =block_scratch
    push    {r4, r5}
1:  add     r2, r2, #1
    add     r3, r3, #1
    stm     r1, {r2-r5}
    ldm     r1, {r2-r5}
    subs    r0, r0, #1
    bne     1b
    pop     {r4, r5}
    bx      lr
    end     block_loop_multiple

    block   block_loop_call
    mov     r3, lr
1:  bl      2f
    subs    r0, r0, #1
    bne     1b
    bx      r3
2:  bx      lr
    end     block_loop_call

    .ltorg

    .thumb

    block   block_thumb_loop_2
1:  subs    r0, #1
    bne     1b
    bx      lr
    end     block_thumb_loop_2

    block   block_thumb_loop_stack
1:  push    {r0, r1}
    adds    r1, #1
    pop     {r0, r1}
    subs    r0, #1
    bne     1b
    bx      lr
    end     block_thumb_loop_stack

    .bss
    .balign 16
block_scratch:
    .space  16
