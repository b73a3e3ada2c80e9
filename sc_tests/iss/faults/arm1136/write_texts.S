// SPDX-License-Identifier: Apache-2.0
// SYS_WRITE0 of 2000 lines: more than a pipe has room for.
#include "../fault.inc"

    ldr     r4, =2000
next:
    mov     r0, #0x04                   // SYS_WRITE0
    ldr     r1, =text
    svc     #0x123456
    subs    r4, r4, #1
    bne     next
    mov     r0, #0x18                   // SYS_EXIT
    ldr     r1, =0x20026
    svc     #0x123456
    .balign 4
text:
    .ascii  "A line of sixty-four characters, as the tests of the console say"
    .asciz  "\n"
