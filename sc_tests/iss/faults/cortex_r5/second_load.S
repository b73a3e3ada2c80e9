// SPDX-License-Identifier: Apache-2.0
// Pointers from a list: the second one leads to where nothing is.
#include "../fault.inc"

    adr     r3, list
    ldr     r3, [r3]
    cmp     r3, #1
    ite     eq
    ldreq   r0, [r3]                    // not executed
    ldrne   r3, [r3]
    ldr     r3, [r3]
    ldr     r3, [r3]
    svc     #1
    .balign 4
list:
    .word   last
last:
    .word   0x01000000
