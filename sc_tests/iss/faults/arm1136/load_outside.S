// SPDX-License-Identifier: Apache-2.0
// A load from where nothing is.
#include "../fault.inc"

    mov     r1, #0x20000000
    ldr     r0, [r1]
