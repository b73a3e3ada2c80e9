// SPDX-License-Identifier: Apache-2.0
// SYS_OPEN with parameters in the interrupt controller.
#include "../fault.inc"

    mov     r0, #0x01
    ldr     r1, =0x10140000
    svc     #0x123456
