// SPDX-License-Identifier: Apache-2.0
// An instruction after a PMU access in an IT block executes once.
    .syntax unified
    .thumb
    .text
    .global test_main
    .type test_main, %function
test_main:
    push {r4-r6, lr}
    movs r4, #0
    movs r5, #0
    movs r6, #10
1:  cmp r6, #100
    ittet ne
    mrcne p15, 0, r2, c9, c12, 5
    addne r4, r4, #1
    mcreq p15, 0, r2, c9, c12, 5
    addne r5, r5, #1
    cmp r6, #100
    itett ne
    mrcne p15, 0, r2, c9, c12, 5
    mrceq p15, 0, r2, c9, c12, 5
    mrcne p15, 0, r2, c9, c12, 5
    addne r5, r5, #1
    subs r6, #1
    bne 1b
    rsb r0, r4, #10
    lsls r0, r0, #4
    rsb r5, r5, #20
    orrs r0, r0, r5
    pop {r4-r6, pc}
