// SPDX-License-Identifier: Apache-2.0
// SYS_WRITE0 of a text in the CCI-400.
#include "../fault.inc"

    mov     r0, #0x04
    ldr     r1, =0x2C090FE0
    svc     #0x123456
