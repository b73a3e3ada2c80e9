// SPDX-License-Identifier: Apache-2.0
// A store whose registers, as it leaves them, name the place from where a load after it loads.
#include "../fault.inc"

    ldr     r3, =0x00FFFFFC
    stm     r3!, {r4}
    ldr     r0, [r3]
