// SPDX-License-Identifier: Apache-2.0
// The handler of prefetch aborts goes to where nothing is.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xE3E0F003             // mvn pc, #3
    str     r1, [r0, #0x0C]
    mov     pc, #0x90000000
