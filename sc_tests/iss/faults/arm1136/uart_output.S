// SPDX-License-Identifier: Apache-2.0
// Two characters to UART 0, a byte and a word, which nobody has turned on but boot code. Exit code
// 0.
#include "../fault.inc"

    ldr     r1, =0x101F1000
    mov     r0, #'x'
    strb    r0, [r1]
    mov     r0, #'\n'
    str     r0, [r1]
    mov     r0, #0x18                   // SYS_EXIT
    ldr     r1, =0x20026
    svc     #0x123456
    .ltorg
