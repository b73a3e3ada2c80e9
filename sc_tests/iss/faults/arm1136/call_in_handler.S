// SPDX-License-Identifier: Apache-2.0
// The handler of supervisor calls begins with one.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xEF000000             // svc #0
    str     r1, [r0, #8]
    svc     #1
