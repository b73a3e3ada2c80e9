// SPDX-License-Identifier: Apache-2.0
// Three tasks that switch by hand, each on its own stack: a to b, whose stack is above, to c, whose
// stack is below, to a; ten times. The numbers are instructions executed.
#include "../faults/fault.inc"
    ldr     sp, =0x20000
    ldr     r2, =0x16000    // SP of the tasks that do not execute
    ldr     r0, =0x28000
    ldr     r1, =task_b
    str     r1, [r0, #-4]
    sub     r0, r0, #36
    str     r0, [r2, #4]
    ldr     r0, =0x18000
    ldr     r1, =task_c
    str     r1, [r0, #-4]
    sub     r0, r0, #36
    str     r0, [r2, #8]
    bl      task_a
    mov     r0, #0x18       // SYS_EXIT
    ldr     r1, =0x20026    // ADP_Stopped_ApplicationExit
    svc     #0x123456       // _start: 16
    .ltorg
    .size   _start, . - _start

    .type   task_a, %function
task_a:
    push    {r4, lr}
    mov     r4, #10
1:  bl      work
    mov     r0, #0
    mov     r1, #4
    bl      yield
    subs    r4, r4, #1
    bne     1b
    pop     {r4, pc}        // 2 + 10 * 6 + 1 = 63
    .size   task_a, . - task_a

    .type   task_b, %function
task_b:
    bl      work
    mov     r0, #4
    mov     r1, #8
    bl      yield
    b       task_b          // 10 * 4 + 9 = 49: the last call does not return
    .size   task_b, . - task_b

    .type   task_c, %function
task_c:
    bl      work
    mov     r0, #8
    mov     r1, #0
    bl      yield
    b       task_c          // 49
    .size   task_c, . - task_c

    .type   work, %function
work:
    bx      lr              // 10 of each task
    .size   work, . - work

    .type   yield, %function
yield:
    push    {r4, lr}
    bl      switch_to
    pop     {r4, pc}        // 10 * 3 = 30 of a, 10 * 2 + 9 = 29 of the others
    .size   yield, . - yield

    .type   switch_to, %function
switch_to:
    ldr     r2, =0x16000
    push    {r4-r11, lr}
    str     sp, [r2, r0]
    ldr     sp, [r2, r1]
    pop     {r4-r11, pc}    // 10 * 5 = 50 of each
    .ltorg
    .size   switch_to, . - switch_to
