// SPDX-License-Identifier: Apache-2.0
// SYS_OPEN with parameters of which only the first two are in memory.
#include "../fault.inc"

    mov     r0, #0x01
    ldr     r1, =0x00FFFFF8
    svc     #0x123456
