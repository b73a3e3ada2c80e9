// SPDX-License-Identifier: Apache-2.0
// A load in an IT block from where nothing is.
#include "../fault.inc"

    mov     r1, #0x20000000
    cmp     r1, #0
    ite     eq
    ldreq   r0, [r1, #4]
    ldrne   r0, [r1, #8]
