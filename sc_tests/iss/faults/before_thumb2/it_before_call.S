// SPDX-License-Identifier: Apache-2.0
// An IT, which is undefined, and whose handler goes on after it; then the second half of a BLX
// leads to ARM code. There is no IT block around any of this.
#include "../fault.inc"

    mov     r0, #0
    ldr     r1, =0xE1B0F00E             // movs pc, lr
    str     r1, [r0, #0x04]
    ldr     lr, =2f                     // to which 0xE800 goes
    ldr     r0, =1f + 1
    bx      r0
    .ltorg
    .thumb
1:  movs    r0, #1
    .inst.n 0xBF08                      // it eq
    .inst.n 0xE800                      // blx suffix
    udf     #1
    .balign 4
    .arm
2:  add     r1, r1, #1
    moveq   r2, r3
    add     r2, r2, #1
    b       2b
