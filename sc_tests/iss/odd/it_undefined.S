// SPDX-License-Identifier: Apache-2.0
// An Undefined instruction in an IT block: a store whose base is PC (DDI 0406, A8.8.203, n = 15).
// LR is 2 after it, SPSR has its ITSTATE; where its condition fails it does nothing.
    .syntax unified
    .text
    .global test_main, undefined_handler
    .type test_main, %function
    .type undefined_handler, %function
    .thumb
    .thumb_func
test_main:
    push {r4-r7, lr}
    movs r4, #0
    movs r5, #0
    movs r6, #0                         @ entries of the handler
    movs r7, #0                         @ Z
    ittt eq                             @ ITSTATE: 0x02, then 0x04, 0x08
    addeq r4, r4, #1
undefined:
    .inst.w 0xF88F576C              @ strb r5, [pc, #1900]
    addeq r5, r5, #1                    @ the handler ends the IT block
    movs r7, #0
    itee ne                             @ ITSTATE: 0x16, then 0x0C
    mrcne p15, 0, r0, c9, c12, 5        @ the PMU
    mrceq p15, 0, r0, c9, c12, 5
    addeq r4, r4, #1
    movs r7, #0
    itt ne
    addne r4, r4, #1
    .inst.w 0xF88F576C              @ not executed
    cmp r4, #2
    ite eq
    moveq r0, #0
    movne r0, #1
    bne 1f
    cmp r5, #1
    it ne
    movne r0, #2
    bne 1f
    cmp r6, #1
    it ne
    movne r0, #3
1:  pop {r4-r7, pc}

    .arm
undefined_handler:
    add r6, r6, #1
    push {r0, r1}
    ldr r0, =undefined + 2
    cmp lr, r0
    movne r6, #16
    mrs r0, spsr
    ldr r1, =0x0600FC00
    and r0, r0, r1
    cmp r0, #0x400                      @ SPSR[15:10] = ITSTATE[7:2]; [26:25] = ITSTATE[1:0]
    movne r6, #32
    mrs r0, spsr
    bic r0, r0, r1
    msr spsr_cxsf, r0
    pop {r0, r1}
    add lr, lr, #2                      @ after it
    movs pc, lr
