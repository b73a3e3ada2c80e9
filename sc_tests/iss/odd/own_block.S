// SPDX-License-Identifier: Apache-2.0
// A store to an instruction that comes right after it, by turns a load and an addition. Without a
// barrier a CPU executes that instruction as it was or as it is; what was executed is what counts.
#include "counter_2.inc"

    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push    {r4-r9, lr}
#if __ARM_ARCH == 7
    start_counter_2 0x06                    @ DATA_READ
#endif
    ldr     r4, =zero
    ldr     r7, =0xE5946000                 @ ldr r6, [r4]
    ldr     r8, =0xE2855001                 @ add r5, r5, #1
    mov     r5, #0
    mov     r9, #100
1:  eor     r7, r7, r8                      @ exchanges them
    eor     r8, r7, r8
    eor     r7, r7, r8
    str     r7, [pc, #0]
    nop
    nop                                     @ this one
    nop
    subs    r9, r9, #1
    bne     1b
    @ The first time it may have been the NOP.
    cmp     r5, #49
    blo     bad
    cmp     r5, #50
    bhi     bad
#if __ARM_ARCH == 7
    @ All passes but those with an addition, and the first one where that was a NOP, load; and
    @ there are three loads of constants.
    read_counter_2
    add     r0, r0, r5
    subs    r0, r0, #99 + 3
    cmpne   r0, #1
    bne     bad
#endif
    mov     r0, #0
    pop     {r4-r9, pc}
bad:
    mov     r0, #1
    pop     {r4-r9, pc}
    .ltorg
    .data
    .balign 4
zero:
    .word   0
