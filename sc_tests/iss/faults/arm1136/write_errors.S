// SPDX-License-Identifier: Apache-2.0
// SYS_WRITE of a line to the console for errors; ends with 3.
#include "../fault.inc"

    mov     r0, #0x01                   // SYS_OPEN
    adr     r1, open_block
    svc     #0x123456
    ldr     r1, =write_block
    str     r0, [r1]
    mov     r0, #0x05                   // SYS_WRITE
    svc     #0x123456
    mov     r0, #0x20                   // SYS_EXIT_EXTENDED
    ldr     r1, =exit_block
    svc     #0x123456
    .balign 4
open_block:
    .word   console, 8, 3               // for appending: errors
console:
    .asciz  ":tt"
    .balign 4
write_block:
    .word   0, text, 6
exit_block:
    .word   0x20026, 3
text:
    .ascii  "error\n"
