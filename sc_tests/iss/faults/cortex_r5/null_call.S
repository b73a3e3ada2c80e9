// SPDX-License-Identifier: Apache-2.0
// Nothing was ever loaded at address 0. In Thumb state, and so in ARM state there.
#include "../fault.inc"

    nop
    movs    r3, #0
    blx     r3
    b       _start
