// SPDX-License-Identifier: Apache-2.0
// Three undefined instructions, whose handler, in a mode of its own, has two instructions.
#include "../faults/fault.inc"
    ldr     r0, =0xE51FF004 // ldr pc, [pc, #-4]
    mov     r1, #0
    str     r0, [r1, #4]
    ldr     r0, =handler
    str     r0, [r1, #8]
    .word   0xE7F000F0
    .word   0xE7F000F0
    .word   0xE7F000F0
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg
    .size   _start, . - _start

    .type   handler, %function
handler:
    nop
    movs    pc, lr
    .size   handler, . - handler
