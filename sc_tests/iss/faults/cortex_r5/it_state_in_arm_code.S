// SPDX-License-Identifier: Apache-2.0
// A call of ARM code from the middle of an IT block that the engine executes, and an exception return to
// ARM code with an ITSTATE in the SPSR: that is not of ARM code.
#include "../fault.inc"

    movs    r0, #0
    .inst.n 0xBF02                      // ittt eq
    .inst.n 0x3201                      // addeq r2, #1
    .inst.w 0xF000E804                  // blxeq 1f
    .inst.n 0x3301                      // addeq r3, #1
    nop
    nop
    .balign 4
    .arm
1:  ldr     r0, =0x0600FDD3             // ITSTATE: all ones; Supervisor mode
    msr     spsr_cxsf, r0
    adr     lr, 2f
    movs    pc, lr
2:  add     r1, r1, #1
    moveq   r2, r3
    add     r2, r2, #1
    b       2b
