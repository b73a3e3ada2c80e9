// SPDX-License-Identifier: Apache-2.0
// 200 times two calls are left by what longjmp does: SP and PC as they were in a caller. Then deep
// recursion. The numbers are instructions executed.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    bl      parse
    bl      after
    mov     r4, #1000
    bl      down
    bl      after
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456       // _start: 9
    .ltorg
    .size   _start, . - _start

    .type   parse, %function
parse:
    push    {r4-r6, lr}
    mov     r4, #200
1:  mov     r5, sp
    adr     r6, 2f
    bl      outer
    b       .               // never
2:  subs    r4, r4, #1
    bne     1b
    bl      after
    pop     {r4-r6, pc}     // 2 + 200 * 5 + 2 = 1004
    .size   parse, . - parse

    .type   outer, %function
outer:
    push    {r0, lr}
    bl      inner           // 200 * 2 = 400
    .size   outer, . - outer

    .type   inner, %function
inner:
    push    {r0, lr}
    mov     sp, r5
    bx      r6              // 200 * 3 = 600
    .size   inner, . - inner

    .type   after, %function
after:
    bx      lr              // 1 for each of three callers
    .size   after, . - after

    // It is in itself 1000 times. The first 999 times it executes 5 instructions, the last time 4.
    .type   down, %function
down:
    push    {r4, lr}
    subs    r4, r4, #1
    beq     1f
    bl      down
1:  pop     {r4, pc}
    .size   down, . - down
