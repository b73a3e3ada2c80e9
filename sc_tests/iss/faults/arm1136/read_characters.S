// SPDX-License-Identifier: Apache-2.0
// SYS_READC until there is nothing more; ends with the sum of the characters, eight bits of it.
#include "../fault.inc"

    mov     r4, #0
next:
    mov     r0, #0x07                   // SYS_READC
    mov     r1, #0
    svc     #0x123456
    cmn     r0, #1
    addne   r4, r4, r0
    bne     next
    ldr     r1, =exit_block
    and     r4, r4, #0xFF
    str     r4, [r1, #4]
    mov     r0, #0x20                   // SYS_EXIT_EXTENDED
    svc     #0x123456
    .balign 4
exit_block:
    .word   0x20026, 0
