// SPDX-License-Identifier: Apache-2.0
// The interrupt controller has words only.
#include "../fault.inc"

    ldr     r1, =0x10140000
    ldrb    r0, [r1]
