// SPDX-License-Identifier: Apache-2.0
// Data and prefetch aborts by the MPU of the Cortex-R5, alignment faults, BKPT: LR, SPSR, DFSR,
// DFAR, IFSR; nothing of the aborted instruction happens, and what came before it in the block has
// happened.
    .syntax unified
    .text
    .arm
    .global test_main, data_abort_handler, prefetch_abort_handler
    .type test_main, %function
    .type data_abort_handler, %function
    .type prefetch_abort_handler, %function
    .macro check reg, value, id
    ldr r3, =\value
    cmp \reg, r3
    movne r0, #\id
    bne fail
    .endm
    .macro region number, base, size, access
    mov r0, #\number
    mcr p15, 0, r0, c6, c2, 0
    ldr r0, =\base
    mcr p15, 0, r0, c6, c1, 0
    mov r0, #\access
    mcr p15, 0, r0, c6, c1, 4
    mov r0, #(\size << 1) + 1
    mcr p15, 0, r0, c6, c1, 2
    .endm
test_main:
    push {r4-r11, lr}
    region 0, 0, 31, 0x300              @ 4 GiB, full access
    region 1, 0x00800000, 11, 0x000     @ a page without access
    region 2, 0x00801000, 11, 0x600     @ read-only
    region 3, 0x00802000, 11, 0x1300    @ no execution
    region 4, 0x00803000, 11, 0x100     @ privileged only
    mrc p15, 0, r4, c1, c0, 0
    orr r0, r4, #1
    dsb
    mcr p15, 0, r0, c1, c0, 0
    isb
    mov r6, #50
again:
    ldr r5, =aborts
    mov r0, #0
    str r0, [r5]
    @ load without access
    ldr r1, =0x00800010
    mov r2, #1
    add r2, r2, #1
p1: ldr r2, [r1]
    add r2, r2, #1                      @ skipped to here: 3
    check r2, 3, 1
    ldr r0, [r5]
    check r0, 1, 2
    ldr r0, [r5, #4]
    check r0, p1, 3
#ifdef FAULT_STATUS
    ldr r0, [r5, #8]
    check r0, 0x00800010, 4
    ldr r0, [r5, #12]
    and r0, r0, #0xF
    check r0, 0xD, 5                    @ permission
#endif
    @ store to read-only, in a block with others around it
    ldr r1, =0x00801000
    ldr r2, [r1]
    ldr r7, =buffer
    str r6, [r7]
p2: str r6, [r1, #8]!
    str r6, [r7, #4]
    check r1, 0x00801000, 6             @ no write-back
    ldr r0, [r5]
    check r0, 2, 7
    ldr r0, [r5, #4]
    check r0, p2, 8
    ldr r0, [r7, #4]
    cmp r0, r6
    movne r0, #9
    bne fail
    @ LDM whose second half has no access: base unchanged
    ldr r1, =0x007FFFF8
p3: ldm r1!, {r8-r11}
    check r1, 0x007FFFF8, 10
    ldr r0, [r5, #4]
    check r0, p3, 11
    @ conditional load that does not execute
    cmp r6, r6
    ldr r1, =0x00800000
    ldrne r2, [r1]
    ldr r0, [r5]
    check r0, 3, 12
    @ unprivileged load
    ldr r1, =0x00803000
    ldr r2, [r1]
p4: ldrt r2, [r1]
    ldr r0, [r5]
    check r0, 4, 13
    ldr r0, [r5, #4]
    check r0, p4, 14
    @ prefetch abort: jump to where nothing can be executed
    ldr r1, =0x00802010
    adr lr, 1f
    bx r1
1:  ldr r0, [r5, #16]
    check r0, 0x00802010, 15
#ifdef FAULT_STATUS
    mrc p15, 0, r0, c6, c0, 2
    check r0, 0x00802010, 16
    mrc p15, 0, r0, c5, c0, 1
    and r0, r0, #0xF
    check r0, 0xD, 17
#endif
    @ BKPT
    adr lr, 1f
p5: bkpt #0x1234
1:  ldr r0, [r5, #16]
    check r0, p5, 18
    adr lr, 1f
    ldr r0, =t_bkpt
    bx r0
1:  ldr r0, [r5, #16]
    add r0, r0, #1
    check r0, t_bkpt, 19
    @ Thumb data abort in the middle of a block
    ldr r0, =t_abort
    ldr r1, =0x00800004
    blx r0
    check r2, 7, 20
    ldr r0, [r5, #4]
    add r0, r0, #1
    check r0, t_abort + 4, 21
#ifdef ALIGNMENT
    @ alignment fault with SCTLR.A
    mrc p15, 0, r8, c1, c0, 0
    orr r0, r8, #2
    mcr p15, 0, r0, c1, c0, 0
    isb
    ldr r7, =buffer + 1
    mov r2, #5
p6: ldr r2, [r7]
    add r2, r2, #1
    mcr p15, 0, r8, c1, c0, 0
    isb
    check r2, 6, 22
    ldr r0, [r5, #4]
    check r0, p6, 23
#ifdef FAULT_STATUS
    ldr r0, [r5, #12]
    and r0, r0, #0xF
    check r0, 1, 24
#endif
    @ LDM unaligned faults always
p7: ldm r7, {r0, r2}
    ldr r0, [r5, #4]
    check r0, p7, 25
#endif
    subs r6, r6, #1
    bne again
    mov r0, #0
fail:
    mcr p15, 0, r4, c1, c0, 0
    isb
    pop {r4-r11, pc}
    .ltorg
data_abort_handler:
    sub lr, lr, #4                  @ the instruction after it, ARM
    srsdb sp!, #0x13
    cps #0x13
    push {r0-r3, lr}
    ldr r0, =aborts
    ldr r1, [r0]
    add r1, r1, #1
    str r1, [r0]
    ldr r1, [sp, #20]
    ldr r2, [sp, #24]
    sub r1, r1, #4
    str r1, [r0, #4]
    tst r2, #0x20
    addne r1, r1, #2                @ Thumb, 16 bits
    strne r1, [sp, #20]
    mrc p15, 0, r1, c6, c0, 0
    str r1, [r0, #8]
    mrc p15, 0, r1, c5, c0, 0
    str r1, [r0, #12]
    pop {r0-r3, lr}
    rfeia sp!
prefetch_abort_handler:
    sub lr, lr, #4
    push {r0, r1}
    ldr r0, =aborts
    str lr, [r0, #16]
    pop {r0, r1}
    mrs lr, spsr
    bic lr, lr, #0x20
    msr spsr_cxsf, lr
    push {r0}
    pop {r0}
    srsdb sp!, #0x13                @ keeps SPSR
    cps #0x13
    str lr, [sp]                    @ back to LR of Supervisor mode
    rfeia sp!
    .ltorg
    .thumb
    .thumb_func
t_bkpt:
    bkpt #0x55
    nop
    .balign 4
    .thumb_func
t_abort:
    movs r2, #1
    adds r2, #5
    ldr r2, [r1]
    adds r2, #1
    bx lr
    .bss
    .balign 8
aborts: .space 32
buffer: .space 64
