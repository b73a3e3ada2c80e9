// SPDX-License-Identifier: Apache-2.0
// Regions that begin or end at instructions that the simulator executes itself: MRC of an ID register.
#include "../faults/fault.inc"
    nop
    .global a, b, c, d, e, f
    .type a, %function
    .type b, %function
    .type c, %function
    .type d, %function
    .type e, %function
    .type f, %function
a:  mrc     p15, 0, r0, c0, c0, 0   // a:b one instruction
b:  nop
    mrc     p15, 0, r0, c0, c0, 0
c:  nop                             // c:d one
d:  nop
e:  mrc     p15, 0, r0, c0, c0, 0   // e:f two
    mrc     p15, 0, r0, c0, c0, 0
f:  nop
    ldr     r1, =0x20026            // ADP_Stopped_ApplicationExit
    mov     r0, #0x18               // SYS_EXIT
    svc     0x123456
    .ltorg
