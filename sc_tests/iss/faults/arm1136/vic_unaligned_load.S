// SPDX-License-Identifier: Apache-2.0
// A load that is not aligned from where the interrupt controller has no register.
#include "../fault.inc"

    ldr     r1, =0x10140000
    nop
    ldr     r0, [r1, #0x402]
    nop
