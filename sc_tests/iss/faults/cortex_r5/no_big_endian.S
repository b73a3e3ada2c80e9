// SPDX-License-Identifier: Apache-2.0
// SCTLR.B, which reads as 0 since ARMv7 (DDI 0406, SCTLR), whatever is written: the bit would be in
// the address of the store.
#include "../fault.inc"

    mrc     p15, 0, r0, c1, c0, 0
    orr     r0, r0, #0x80
    mcr     p15, 0, r0, c1, c0, 0
    mrc     p15, 0, r0, c1, c0, 0
    and     r0, r0, #0x80
    orr     r0, r0, #0x20000000
    str     r0, [r0]
