// SPDX-License-Identifier: Apache-2.0
// The handler of Undefined instructions, to which its vector branches, is one.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xEA000005             // b 0x20
    ldr     r2, =0xE7F000F0             // udf #0
    str     r1, [r0, #0x04]
    str     r2, [r0, #0x20]
    nop
    udf     #1
