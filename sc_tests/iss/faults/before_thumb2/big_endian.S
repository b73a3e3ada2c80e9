// SPDX-License-Identifier: Apache-2.0
// Firmware that turns memory to big-endian, which changes what Thumb instructions are where.
#include "../fault.inc"

    mrc     p15, 0, r0, c1, c0, 0
    mcr     p15, 0, r0, c1, c0, 0      @ as it is
    orr     r0, r0, #0x80
    mcr     p15, 0, r0, c1, c0, 0
    mov     r0, #0x20000000
    str     r0, [r0]
