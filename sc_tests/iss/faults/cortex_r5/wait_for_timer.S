// SPDX-License-Identifier: Apache-2.0
// A wait that a timer ends after 200 us, with interrupts masked; then one that nothing ends: the
// request has been cleared, and the timer does not interrupt any more.
#include "../fault.inc"

    ldr     r4, =0x10140000
    ldr     r5, =0x101E2000
    ldr     r0, =0x2000
    str     r0, [r4, #0x10]             // INTENABLE: line 13
    mov     r0, #200
    str     r0, [r5]                    // Timer1Load
    mov     r0, #0xE2
    str     r0, [r5, #0x08]             // Timer1Control: enabled, periodic, interrupt, 32 bits
    wfi
    ldr     r6, [r5, #0x14]             // Timer1MIS
    cmp     r6, #1
    bne     .
    mov     r0, #0xC2
    str     r0, [r5, #0x08]             // without its interrupt
    str     r0, [r5, #0x0C]             // Timer1IntClr
    .global second_wait
    .type   second_wait, %function
second_wait:
    wfi
    b       .
    .ltorg
