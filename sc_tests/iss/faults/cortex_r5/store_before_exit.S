// SPDX-License-Identifier: Apache-2.0
// A store to where nothing is, and an end of the program after it in the same block.
#include "../fault.inc"

    ldr     r0, =0x20000000
    cmp     r0, #0x34
    itttt   hs
    strhs   r4, [r0]
    movhs   r0, #0x18                   // SYS_EXIT
    ldrhs   r1, success
    nophs
    svc     #0xAB
    b       .
    .balign 4
success:
    .word   0x20026                     // ADP_Stopped_ApplicationExit
