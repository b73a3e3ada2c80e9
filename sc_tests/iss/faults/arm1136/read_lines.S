// SPDX-License-Identifier: Apache-2.0
// SYS_READ of the console until it gives nothing, and SYS_WRITE of each line.
#include "../fault.inc"

    adr     r1, input_name
    bl      open
    ldr     r6, =read_block
    str     r0, [r6]
    adr     r1, output_name
    bl      open
    ldr     r7, =write_block
    str     r0, [r7]
    mov     r5, #256
next:
    mov     r0, #0x06                   // SYS_READ
    mov     r1, r6
    svc     #0x123456
    rsbs    r0, r0, r5                  // so many were read
    beq     end
    str     r0, [r7, #8]
    mov     r0, #0x05                   // SYS_WRITE
    mov     r1, r7
    svc     #0x123456
    b       next
end:
    mov     r0, #0x18                   // SYS_EXIT
    ldr     r1, =0x20026
    svc     #0x123456
open:
    mov     r0, #0x01                   // SYS_OPEN
    svc     #0x123456
    mov     pc, lr
    .balign 4
input_name:
    .word   console, 0, 3               // for reading
output_name:
    .word   console, 4, 3               // for writing
console:
    .asciz  ":tt"
    .balign 4
read_block:
    .word   0, 0x9000, 256
write_block:
    .word   0, 0x9000, 0
