// SPDX-License-Identifier: Apache-2.0
// Exceptions that take each other's vectors: nothing is ever executed.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xE1200070             // bkpt #0
    str     r1, [r0, #0x04]
    ldr     r1, =0xE7F000F0             // udf #0
    str     r1, [r0, #0x0C]
    udf     #1
