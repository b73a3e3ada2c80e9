// SPDX-License-Identifier: Apache-2.0
// Regions of interest with counts that are known.
#include "../faults/fault.inc"
#if defined(__thumb__)
#define CALL_HOST svc #0xAB
#else
#define CALL_HOST svc #0x123456
#endif
    movs    r4, #3                      // 0x8000 in ARM state
    movs    r3, #0                      // 0x8004
    movs    r3, #1                      // 0x8008
    movs    r3, #2                      // 0x800C
again:
    bl      work                        // three times
    subs    r4, r4, #1
    bne     again

    movs    r4, #5
2:  movs    r1, #0
    ldr     r0, =0x110                  // begin
    CALL_HOST
    nop
    nop
    nop
    movs    r1, #0
    ldr     r0, =0x111                  // end
    CALL_HOST
    nop
    subs    r4, r4, #1
    bne     2b

    ldr     r1, =0x20026                // ADP_Stopped_ApplicationExit
    movs    r0, #0x18                   // SYS_EXIT
    CALL_HOST

// Up to work_end nine instructions, four of them branches; 3 of these go back as predicted, the
// last one does not: 9 + 3 * 1 + 5 cycles.
    .global work
    .type   work, %function
work:
    movs    r5, #4
1:  subs    r5, r5, #1
    bne     1b
    .global work_end
    .type   work_end, %function
work_end:
    bx      lr
    .ltorg

// Is never called.
    .global unused
    .type   unused, %function
unused:
    bx      lr
