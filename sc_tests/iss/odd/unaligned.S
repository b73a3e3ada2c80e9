// SPDX-License-Identifier: Apache-2.0
// Loads that are not aligned and cross a page of the engine, among others that are aligned: 100
// passes with two of five (DDI 0460, table 6-1, event 0x0F: unaligned accesses).
#include "counter_2.inc"

    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push    {r4-r8, lr}
#if __ARM_ARCH == 7
    start_counter_2 0x0F
#endif
    ldr     r4, =pages + 0x1000
    ldr     r0, =0x11223344
    ldr     r1, =0x55667788
    str     r0, [r4, #-4]
    str     r1, [r4]
    mov     r6, #100
1:  ldr     r0, [r4, #-4]
    ldr     r1, [r4, #-2]                   @ 0x77881122
    ldr     r2, [r4]
    ldrh    r3, [r4, #-1]                   @ 0x8811
    ldr     r5, [r4, #4]
    subs    r6, r6, #1
    bne     1b
    ldr     r0, =0x77881122
    cmp     r0, r1
    ldreq   r0, =0x8811
    cmpeq   r0, r3
    bne     bad
#if __ARM_ARCH == 7
    read_counter_2
    subs    r0, r0, #200
    bne     bad
#endif
    mov     r0, #0
    pop     {r4-r8, pc}
bad:
    mov     r0, #1
    pop     {r4-r8, pc}
    .ltorg
    .bss
    .balign 4096
pages:
    .space  8192
