// SPDX-License-Identifier: Apache-2.0
// An exception whose handler begins with another: at the vector of SVC there is BKPT, which is fetched and not executed.
#include "../faults/fault.inc"
    mov     r0, #0
    ldr     r1, =0xE1200070         // bkpt #0
    str     r1, [r0, #0x08]
    ldr     r1, =0xE51FF004         // ldr pc, [pc, #-4]
    str     r1, [r0, #0x0C]
    adr     r1, handler
    str     r1, [r0, #0x10]
    svc     #0
    .global handler
    .type   handler, %function
handler:
    ldr     r1, =0x20026            // ADP_Stopped_ApplicationExit
    mov     r0, #0x18               // SYS_EXIT
    svc     0x123456
    .ltorg
