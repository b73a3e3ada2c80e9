// SPDX-License-Identifier: Apache-2.0
// A branch to itself at the end of an IT block, whose state an exception return brings back.
#include "../fault.inc"

    ldr     r0, =loop
    mrs     r1, cpsr
    orr     r1, r1, #0x20               // T
    orr     r1, r1, #0x0000E800         // IT AL, one instruction left
    msr     spsr_cxsf, r1
    mov     lr, r0
    subs    pc, lr, #0
    .balign 4
    .type   loop, %function
loop:
    b       .
