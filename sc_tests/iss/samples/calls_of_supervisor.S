// SPDX-License-Identifier: Apache-2.0
// 100 exceptions in a function, with a handler that is one instruction at the vector.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    ldr     r0, =0xE1B0F00E // movs pc, lr
    mov     r1, #8
    str     r0, [r1]
    mov     r4, #100
    bl      calls           // at 0x8014
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg                  // two of them: SP is moved
    .size   _start, . - _start

    .type   calls, %function
calls:
    mov     r5, lr          // which the exception overwrites: it is in the same mode
1:  svc     #5              // at 0x8030
    subs    r4, r4, #1
    bne     1b
    bx      r5
    .size   calls, . - calls
