// SPDX-License-Identifier: Apache-2.0
// Of two stores the second one has no memory. What comes after it counts in memory how often it has
// been executed, so that it leaves registers as before if it is executed once more, not twice.
#include "../fault.inc"

    adr     r6, count
    ldr     r3, =0xA000
    mov     r8, #0x20000000
    mov     r7, #0
    str     r0, [r3]
    mov     r3, r8
    add     r7, r7, #1
    str     r0, [r3]
    ldr     r4, [r6]
    add     r4, r4, #1
    str     r4, [r6]
    mov     r4, r4, lsr #1
    mov     r5, r4
    b       _start
count:
    .word   1
