// SPDX-License-Identifier: Apache-2.0
// Characters to UART 0 without an end.
#include "../fault.inc"

    ldr     r1, =0x101F1000
    mov     r0, #'x'
next:
    str     r0, [r1]
    b       next
    .ltorg
