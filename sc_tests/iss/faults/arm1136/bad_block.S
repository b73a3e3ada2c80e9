// SPDX-License-Identifier: Apache-2.0
// SYS_OPEN with parameters that are not in memory.
#include "../fault.inc"

    mov     r0, #0x01
    mov     r1, #0x40000000
    svc     #0x123456
