// SPDX-License-Identifier: Apache-2.0
// SYS_READ of more bytes than there is memory.
#include "../fault.inc"

    mov     r0, #0x01                   // SYS_OPEN
    adr     r1, open_block
    svc     #0x123456
    ldr     r1, =read_block
    str     r0, [r1]
    mov     r0, #0x06                   // SYS_READ
    svc     #0x123456
    b       .
open_block:
    .word   console, 0, 3               // for reading
console:
    .asciz  ":tt"
    .balign 4
read_block:
    .word   0, 0x9000, 0x7FFFFFFF
