// SPDX-License-Identifier: Apache-2.0
// Ends with an exit code that shows what a parameter of the part is: the low byte of a register.
#include "../faults/fault.inc"

#include PART_OPTION // PART.inc
    and     r4, r4, #0xFF
    ldr     r1, =exit_block
    ldr     r0, =0x20026                // ADP_Stopped_ApplicationExit
    stm     r1, {r0, r4}
    mov     r0, #0x20                   // SYS_EXIT_EXTENDED
#if defined(__thumb__)
    svc     #0xAB
#else
    svc     #0x123456
#endif
    .bss
    .balign 4
exit_block:
    .skip   8
