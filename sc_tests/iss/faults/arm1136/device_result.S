// SPDX-License-Identifier: Apache-2.0
// SYS_ELAPSED whose result would go to registers of the interrupt controller.
#include "../fault.inc"

    mov     r0, #0x30
    ldr     r1, =0x10140010
    svc     #0x123456
