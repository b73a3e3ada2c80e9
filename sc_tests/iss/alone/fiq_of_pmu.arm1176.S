// SPDX-License-Identifier: Apache-2.0
// PMUIRQ as FIQ, by the interrupt controller's INTSELECT. An ARM1176 comes out of reset in the Secure
// world (DDI 0301, c1, Secure Configuration Register), where software changes CPSR.F and CPSR.A as it
// likes, and opens the VFP by CPACR. The vectors are at 0.
    .syntax unified
    .arm
    .section .vectors, "ax"
    b       _start
    b       bad
    b       bad
    b       bad
    b       bad
    b       bad
    b       bad
    b       fiq

    .text
    .global _start
_start:
    ldr     r0, =0x00F00000             // CPACR: cp10 and cp11
    mcr     p15, 0, r0, c1, c0, 2
    mrc     p15, 0, r1, c1, c0, 2
    and     r1, r1, r0
    cmp     r1, r0
    bne     bad
    ldr     r10, =0x10140000
    mov     r0, #1
    str     r0, [r10, #0xC]             // INTSELECT: line 0 is FIQ
    str     r0, [r10, #0x10]            // INTENABLE
    mvn     r0, #9                      // PMN0 = -10
    mcr     p15, 0, r0, c15, c12, 2
    cpsie   af
    mrs     r0, cpsr
    tst     r0, #0x140                  // A, F
    bne     bad
    ldr     r0, =0x00720011             // PMN0: instructions, its interrupt; PMN1: none; E
    mov     r6, #0
    mcr     p15, 0, r0, c15, c12, 0
1:  cmp     r6, #1
    bne     1b
    cpsid   af
    mrs     r0, cpsr
    and     r0, r0, #0x140
    cmp     r0, #0x140
    bne     bad
    mrc     p15, 0, r1, c15, c12, 0     // the flag is cleared, E is set
    ldr     r2, =0x00720001
    cmp     r1, r2
    bne     bad
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     #0x123456
bad:
    mov     r0, #0x18
    mov     r1, #0
    svc     #0x123456
fiq:
    mrc     p15, 0, r8, c15, c12, 0
    tst     r8, #0x100                  // CR0
    beq     bad
    bic     r8, r8, #0x10
    mcr     p15, 0, r8, c15, c12, 0     // clears the flag
    mov     r6, #1
    subs    pc, lr, #4
    .ltorg
