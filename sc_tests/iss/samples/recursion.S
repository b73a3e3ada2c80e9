// SPDX-License-Identifier: Apache-2.0
// Functions that call themselves, and each other, whose instructions can be counted by hand.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    mov     r0, #10
    bl      down
    mov     r0, #6
    bl      ping
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456
    .ltorg
    .size   _start, . - _start

    .type   down, %function
down:                       // 10 times, four instructions each
    push    {r4, lr}
    subs    r0, r0, #1
    blne    down
    pop     {r4, pc}
    .size   down, . - down

    .type   ping, %function
ping:                       // 3 times, four instructions each
    push    {r4, lr}
    subs    r0, r0, #1
    blne    pong
    pop     {r4, pc}
    .size   ping, . - ping

    .type   pong, %function
pong:                       // 3 times, five instructions each
    push    {r4, lr}
    subs    r0, r0, #1
    blne    ping
    nop
    pop     {r4, pc}
    .size   pong, . - pong
