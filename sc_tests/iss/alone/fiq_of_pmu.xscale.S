// SPDX-License-Identifier: Apache-2.0
// PMUIRQ as FIQ, by the interrupt controller's INTSELECT: "An IRQ or FIQ interrupt will be reported
// if it is enabled via bit 4 or 5" (XScale core manual, PMNC). Its vectors are at 0.
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
    ldr     r10, =0x10140000
    mov     r0, #1
    str     r0, [r10, #0xC]             // INTSELECT: line 0 is FIQ
    str     r0, [r10, #0x10]            // INTENABLE
    mvn     r0, #9                      // PMN0 = -10
    mcr     p14, 0, r0, c2, c0, 0
    ldr     r0, =0x00007011             // PMN0: event 7, its interrupt; E
    msr     cpsr_c, #0x93               // F = 0
    mov     r6, #0
    mcr     p14, 0, r0, c0, c0, 0
1:  cmp     r6, #1
    bne     1b
    mrc     p14, 0, r1, c0, c0, 0       // the flag is cleared, E is set
    ldr     r2, =0x00007001
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
    mrc     p14, 0, r8, c0, c0, 0
    tst     r8, #0x100
    beq     bad
    bic     r8, r8, #0x10
    mcr     p14, 0, r8, c0, c0, 0       // clears the flag
    mov     r6, #1
    subs    pc, lr, #4
    .ltorg
