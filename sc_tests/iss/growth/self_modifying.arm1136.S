// SPDX-License-Identifier: Apache-2.0
// Translates an instruction anew 300,000 times.
#include "../faults/fault.inc"

    ldr     r0, =300000
    ldr     r1, =0xE3A02001             // mov r2, #1, and mov r2, #3
    adr     r3, patched
1:  eor     r1, r1, #2
    str     r1, [r3]
    b       patched
patched:
    mov     r2, #1
    subs    r0, r0, #1
    bne     1b
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
