// SPDX-License-Identifier: Apache-2.0
// A FIQ of the PMU, DELAY cycles after it was enabled, about the time at which SVC is taken. The handler of SVC is one
// instruction, that of the FIQ four.
#include "../faults/fault.inc"
    mov     r0, #0
    ldr     r1, =0xE1B0F00E         // movs pc, lr
    str     r1, [r0, #0x08]
    adr     r1, handler
    ldm     r1, {r2-r5}
    mov     r1, #0x1C
    stm     r1, {r2-r5}
    ldr     r1, =0x10140000         // PL190: line 0 is PMUIRQ
    mov     r0, #1
    str     r0, [r1, #0x0C]         // VICINTSELECT: FIQ
    str     r0, [r1, #0x10]         // VICINTENABLE
    ldr     r0, =-DELAY
    mcr     p15, 0, r0, c15, c12, 1 // CCNT
    ldr     r0, =0x00500741         // PMNC: E, ECC, and flags cleared
    msr     cpsr_c, #0x93           // FIQ is not masked
    mcr     p15, 0, r0, c15, c12, 0
    nop
    nop
    nop
    nop
    svc     #5
    .global after
    .type   after, %function
after:
    nop
    nop
    nop
    nop
    nop
    nop
    ldr     r1, =0x20026            // ADP_Stopped_ApplicationExit
    mov     r0, #0x18               // SYS_EXIT
    svc     0x123456
handler:                            // of the FIQ, copied to its vector
    mrc     p15, 0, r8, c15, c12, 0
    mcr     p15, 0, r8, c15, c12, 0 // clears the flag
    add     r6, r6, #1
    subs    pc, lr, #4
    .ltorg
