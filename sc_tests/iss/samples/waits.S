// SPDX-License-Identifier: Apache-2.0
// Three waits for a timer of 100 us, in a function, with interrupts masked.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    ldr     r4, =0x10140000
    ldr     r5, =0x101E2000
    mov     r0, #0x2000
    str     r0, [r4, #0x10] // INTENABLE: line 13
    mov     r0, #100
    str     r0, [r5]        // Timer1Load
    mov     r0, #0xE2
    str     r0, [r5, #0x08] // Timer1Control: enabled, periodic, interrupt, 32 bits
    mov     r6, #3
1:  bl      idle
    str     r0, [r5, #0x0C] // Timer1IntClr
    subs    r6, r6, #1
    bne     1b
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg
    .size   _start, . - _start

    .type   idle, %function
idle:
    mcr     p15, 0, r0, c7, c0, 4
    bx      lr
    .size   idle, . - idle
