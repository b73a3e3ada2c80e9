// SPDX-License-Identifier: Apache-2.0
// See paced_work.h. A pass is 320 instructions one after the other; a branch goes to the next.
    .syntax unified
    .text

    .macro  function name
    .balign 4
    .global \name
    .type   \name, %function
\name:
    .endm

    .macro  label name
    .global \name
\name:
    .endm

    // n instructions, n a multiple of 4, that only r2 to r7 and the flags take part in.
    .macro  plain n
    .rept   \n / 4
    adds    r2, r2, #1
    eors    r3, r3, r2
    lsls    r4, r3, #3
    subs    r5, r5, r4
    .endr
    .endm

    // A block that ends here.
    .macro  cut
    b       1f
1:
    .endm

    // 10 instructions that access memory. r1 points to four words.
    .macro  memory
    str     r2, [r1]
    ldr     r3, [r1, #4]
    strb    r4, [r1, #8]
    ldrh    r5, [r1, #10]
    push    {r2, r3, r4}
    pop     {r5, r6, r7}
    stm     r1!, {r2, r3, r4, r5}
    subs    r1, r1, #16
    muls    r4, r3, r4
    mvns    r7, r6
    .endm

    // 320 instructions.
    .macro  pass
8:
    plain   4
    cut                                 // 5
    cut                                 // 6
    memory                              // 16
    cut                                 // 17
    plain   LONGEST_PLAIN               // 133
    cut                                 // 134
    memory                              // 144
    memory                              // 154
    memory                              // 164
    cut                                 // 165
    plain   8                           // 173
    mixed                               // 181
    cut                                 // 182
    plain   4
    cut                                 // 187
    plain   40                          // 227
    cut                                 // 228
    memory                              // 238
    cut                                 // 239
    plain   64                          // 303
    memory                              // 313
    cut                                 // 314
    cut                                 // 315
    adds    r2, r2, #1
    ldr     r3, [r0]
    cmp     r3, #0
    beq     9f
    b       8b                          // 320
9:
    .endm
    .set    LONGEST_PLAIN, 116

// --- ARM -----------------------------------------------------------------------------------------

    .arm
    .macro  mixed                       // 8 instructions, conditions that hold and that fail
    cmp     r1, #0
    ldrne   r3, [r1]
    ldreq   r3, [r1, #4]
    strne   r3, [r1, #4]
    streq   r3, [r1, #8]
    addne   r2, r2, #1
    ldmeq   r1, {r2-r7}
    umull   r4, r5, r2, r3
    .endm

    function work_arm
    push    {r4-r7, lr}
    ldr     r0, =is_working
    ldr     r1, =scratch
    label   work_arm_begin
    pass
    label   work_arm_end
    pop     {r4-r7, pc}
    .ltorg

// The IRQ vector comes here: take_overflow(address of the interrupted instruction).
    function irq_handler
    sub     lr, lr, #4
    push    {r0-r3, r12, lr}
    mov     r0, lr
    bl      take_overflow
    ldm     sp!, {r0-r3, r12, pc}^

// --- Thumb ---------------------------------------------------------------------------------------

    .thumb
    .purgem mixed
    .macro  mixed                       // 8 instructions
    cmp     r1, #0
    beq     2f
    ldr     r3, [r1]
2:  bne     3f
3:  adds    r2, r2, #1
    rsbs    r4, r2, #0
    orrs    r5, r5, r4
    bics    r6, r6, r5
    .endm

    function work_thumb
    push    {r4-r7, lr}
    ldr     r0, =is_working
    ldr     r1, =scratch
    label   work_thumb_begin
    pass
    label   work_thumb_end
    pop     {r4-r7, pc}
    .ltorg

    .data
    .balign 16
scratch:
    .space  16
    .global is_working
is_working:
    .space  4
