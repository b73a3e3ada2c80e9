// SPDX-License-Identifier: Apache-2.0
// A region that begins in a page of code that nothing has executed before, and ends in one that is
// known. From f to r: two instructions, a miss of the instruction TLB, and one of the cache.
#include "../faults/fault.inc"
    nop
    bl      f
    .global r
    .type   r, %function
r:  nop
    ldr     r1, =0x20026            // ADP_Stopped_ApplicationExit
    mov     r0, #0x18               // SYS_EXIT
    svc     0x123456
    .ltorg

    .section .far, "ax"
    .global f
    .type   f, %function
f:  nop
    bx      lr
