// SPDX-License-Identifier: Apache-2.0
// Counter 0 of the CCI-400 is on and selects read requests at S4, 600 times; then, from one store to the next
// of the same basic block, event 0x05 of S0, where no manager is.
#include "../fault.inc"

    ldr     r4, =0x2C09A000 @ counter 0
    ldr     r5, =0x2C090000
    mov     r2, #600
    mov     r0, #0x80
    mov     r1, #0x05
    mov     r3, #1
    str     r0, [r4]
    str     r3, [r4, #8]
    str     r3, [r5, #0x100]
1:  str     r0, [r4]
    subs    r2, r2, #1
    bne     1b
    str     r1, [r4]
    str     r0, [r4]
    mov     r0, #1
    mov     r1, #0x20000000
    bx      r1
