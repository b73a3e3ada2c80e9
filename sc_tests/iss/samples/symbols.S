// SPDX-License-Identifier: Apache-2.0
// Functions of all kinds; each instruction that is executed is counted by hand.
#include "../faults/fault.inc"
    mov     r4, #100        // 0x8000
again:                      // a place within _start
    subs    r4, r4, #1
    bne     again
    bl      one
    bl      two
    bl      _ZN3geo4hashEPKhi
    bl      helper
    bl      .Lnameless
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456       // 1 + 2 * 100 + 5 + 3 = 209 instructions
    .ltorg
    .size   _start, . - _start

// In no function: 1 + 2 * 10 + 1 = 22 instructions.
.Lnameless:
    mov     r5, #10         // 0x8030
1:  subs    r5, r5, #1
    bne     1b
    bx      lr

// geo::hash(unsigned char const*, int): 1 + 2 * 20 + 1 = 42.
    .global _ZN3geo4hashEPKhi
    .type   _ZN3geo4hashEPKhi, %function
_ZN3geo4hashEPKhi:
    mov     r5, #20         // 0x8040
2:  subs    r5, r5, #1
    bne     2b
    bx      lr
    .size   _ZN3geo4hashEPKhi, . - _ZN3geo4hashEPKhi

// As much code by hand has it, with nothing that says what it is: 1 + 2 * 30 + 1 = 62.
helper:
    mov     r5, #30         // 0x8050
3:  subs    r5, r5, #1
    bne     3b
    bx      lr
