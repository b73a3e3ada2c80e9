// SPDX-License-Identifier: Apache-2.0
// A MiB of code that is mapped to 1500 places in turn, and each of its 256 pages called there.
#include "../faults/fault.inc"

    ldr     r0, =0x00100000             // the table: sections, mapped to themselves
    mov     r1, #0
    ldr     r2, =0x00000C02
1:  orr     r3, r2, r1, lsl #20
    str     r3, [r0, r1, lsl #2]
    add     r1, r1, #1
    cmp     r1, #4096
    bne     1b
    mcr     p15, 0, r0, c2, c0, 0
    mvn     r1, #0
    mcr     p15, 0, r1, c3, c0, 0
    ldr     r4, =0xE1A0F00E             // mov pc, lr
    ldr     r1, =0x00200000
    ldr     r2, =0x00300000
2:  str     r4, [r1]
    add     r1, r1, #0x1000
    cmp     r1, r2
    bne     2b
    mrc     p15, 0, r1, c1, c0, 0
    orr     r1, r1, #1
    mcr     p15, 0, r1, c1, c0, 0
    mov     r9, #0
    ldr     r12, =0x400
    ldr     r7, =0x400 + 1500
3:  ldr     r10, =0x00100000
    add     r10, r10, r12, lsl #2
    mov     r11, r12, lsl #20
    ldr     r8, =0x00200C02
    str     r8, [r10]
    mcr     p15, 0, r9, c8, c7, 0
    mov     r5, #256
4:  mov     lr, pc
    mov     pc, r11
    add     r11, r11, #0x1000
    subs    r5, r5, #1
    bne     4b
    add     r12, r12, #1
    cmp     r12, r7
    bne     3b
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     #0x123456
