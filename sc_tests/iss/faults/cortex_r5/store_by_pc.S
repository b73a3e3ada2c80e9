// SPDX-License-Identifier: Apache-2.0
// A store of Thumb-2 whose base is PC, which is undefined (DDI 0406, STRBT, T1).
#include "../fault.inc"

    nop
    .hword  0xF80F, 0xEE09          @ strbt lr, [pc, #9]
    mov     r0, #0x20000000
    str     r0, [r0]
