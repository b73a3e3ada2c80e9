// SPDX-License-Identifier: Apache-2.0
// Two loops whose instructions can be counted by hand: 1000 turns in _start, 500 in a function.
#include "../faults/fault.inc"
    mov     r4, #1000       // the 1st instruction
again:
    subs    r4, r4, #1      // the 2nd, 4th, ... 2000th
    bne     again           // the 3rd, ... 2001st
    bl      inner           // the 2002nd
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg
    .size   _start, . - _start

    .type   inner, %function
inner:
    mov     r5, #500        // the 2003rd
1:  subs    r5, r5, #1      // the 2004th, ... 3002nd
    bne     1b              // the 2005th, ... 3003rd
    bx      lr              // the 3004th
    .size   inner, . - inner
