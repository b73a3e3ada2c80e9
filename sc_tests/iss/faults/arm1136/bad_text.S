// SPDX-License-Identifier: Apache-2.0
// SYS_WRITE0 with a text that is not in memory.
#include "../fault.inc"

    mov     r0, #0x04
    mov     r1, #0x40000000
    svc     #0x123456
