// SPDX-License-Identifier: Apache-2.0
// Two functions that begin with an instruction which takes an exception, and is fetched for that:
// each has a cache line of its own. The handlers are one instruction at the vector, which goes on
// after that.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    ldr     r0, =0xE1B0F00E // movs pc, lr
    mov     r1, #4          // the vector of Undefined
    str     r0, [r1]
    str     r0, [r1, #8]    // and that of Prefetch Abort
    bl      undefined
    bl      breakpoint
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg
    .size   _start, . - _start

    .balign 32
    .type   undefined, %function
undefined:
    .inst   0xE7F000F0      // UDF
    bx      lr
    .size   undefined, . - undefined

    .balign 32
    .type   breakpoint, %function
breakpoint:
    bkpt    #1
    bx      lr
    .size   breakpoint, . - breakpoint
