// SPDX-License-Identifier: Apache-2.0
// Nothing was ever loaded at address 0.
#include "../fault.inc"

    nop
    mov     r3, #0
    blx     r3
    b       _start
