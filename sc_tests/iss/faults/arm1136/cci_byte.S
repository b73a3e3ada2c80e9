// SPDX-License-Identifier: Apache-2.0
// The CCI-400 has words only.
#include "../fault.inc"

    ldr     r1, =0x2C090000
    strb    r0, [r1, #4]
