// SPDX-License-Identifier: Apache-2.0
// A branch to where nothing is.
#include "../fault.inc"

    mov     r1, #0x20000000
    bx      r1
