// SPDX-License-Identifier: Apache-2.0
// A timer interrupts a loop with a jump to where nothing is, which takes a Prefetch Abort. An
// interrupt that is due at the jump comes before that abort: LR - 4 is where the jump leads. Exit
// code: how many did. With -DUNDER_MMU the tables refuse the fetch, else the bus does.
#include "timer.inc"
    .syntax unified
    .arm
    .section .v, "ax"
    b       _start
    b       .
    b       .
    mov     pc, r11             // Prefetch Abort: IRQ is masked until the next pass
    b       .
    nop
    sub     lr, lr, #4          // IRQ
    cmp     lr, #0x60000000
    addeq   r6, r6, #1
    str     r0, [r9, #0xc]
    movs    pc, lr
    .text
    .global _start
_start:
#ifdef UNDER_MMU
    mov     r0, #0x100000       // sections below 0x20000000, no access control beside domain 0
    mov     r1, #0
1:  ldr     r2, =0xc02
    orr     r3, r2, r1, lsl #20
    str     r3, [r0, r1, lsl #2]
    add     r1, r1, #1
    cmp     r1, #0x200
    blt     1b
    mcr     p15, 0, r0, c2, c0, 0
    mov     r1, #1
    mcr     p15, 0, r1, c3, c0, 0
    mov     r1, #0
    mcr     p15, 0, r1, c8, c7, 0
    mrc     p15, 0, r1, c1, c0, 0
    orr     r1, r1, #1
    mcr     p15, 0, r1, c1, c0, 0
    nop
    nop
#endif
    start_timer
    mov     r6, #0
    mov     r10, #0x60000000
    adr     r11, 2f
    ldr     r8, =1000
1:  msr     cpsr_c, #0x13
    nop
    nop
    nop
    nop
    mov     pc, r10
2:  msr     cpsr_c, #0x13
    tst     r8, #4              // so that passes take 17 and 20 cycles
    beq     3f
    nop
    nop
    nop
3:  subs    r8, r8, #1
    bne     1b
    msr     cpsr_c, #0xd3
    ldr     r0, =0x20           // SYS_EXIT_EXTENDED
    ldr     r1, =block
    str     r6, [r1, #4]
    svc     0x123456
    .data
block:
    .word   0x20026, 0
