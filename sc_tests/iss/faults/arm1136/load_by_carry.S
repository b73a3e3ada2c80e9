// SPDX-License-Identifier: Apache-2.0
// A load whose address has the carry flag in it: 0x10000000 + (0x20000000 >> 1 | C << 31).
#include "../fault.inc"

    mov     r1, #0x10000000
    mov     r2, #0x20000000
    msr     cpsr_f, #0x20000000
    nop
    ldr     r0, [r1, r2, rrx]
