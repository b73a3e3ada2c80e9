// SPDX-License-Identifier: Apache-2.0
// An instruction that is Undefined, with a handler that returns, and then a loop.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xE1B0F00E             // movs pc, lr
    str     r1, [r0, #0x04]
    udf     #1
    nop
    b       _start
