// SPDX-License-Identifier: Apache-2.0
// The handler of Undefined instructions begins with one.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xE7F000F0             // udf #0
    str     r1, [r0, #4]
    udf     #1
