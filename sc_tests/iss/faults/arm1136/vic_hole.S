// SPDX-License-Identifier: Apache-2.0
// The interrupt controller has no register there.
#include "../fault.inc"

    ldr     r1, =0x10140000
    ldr     r0, [r1, #0x400]
