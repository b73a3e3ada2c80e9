// SPDX-License-Identifier: Apache-2.0
// An address that is unmapped and mapped again 20,000 times, by the handlers of both aborts; the
// TLBs are emptied each time.
#include "../faults/fault.inc"

    mov     r0, #0
    ldr     r1, =0xE59FF018             // ldr pc, [pc, #24]
    str     r1, [r0, #0x0C]
    str     r1, [r0, #0x10]
    adr     r1, fetch_aborted
    str     r1, [r0, #0x2C]
    adr     r1, access_aborted
    str     r1, [r0, #0x30]
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
    str     r4, [r1]
    mrc     p15, 0, r1, c1, c0, 0
    orr     r1, r1, #1
    mcr     p15, 0, r1, c1, c0, 0
    mov     r9, #0
    ldr     r10, =0x00100000 + 4 * 0x500
    ldr     r11, =0x50000000
    ldr     r12, =20000
2:  str     r9, [r10]
    mcr     p15, 0, r9, c8, c7, 0
    mov     lr, pc
    mov     pc, r11
    str     r9, [r10]
    mcr     p15, 0, r9, c8, c7, 0
    ldr     r8, [r11]
    cmp     r8, r4
    bne     3f
    subs    r12, r12, #1
    bne     2b
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     #0x123456
3:  mov     r0, #0x18
    mov     r1, #0x20000
    svc     #0x123456
fetch_aborted:
    ldr     r8, =0x00200C02
    str     r8, [r10]
    mcr     p15, 0, r9, c8, c7, 0
    subs    pc, lr, #4
access_aborted:
    ldr     r8, =0x00200C02
    str     r8, [r10]
    mcr     p15, 0, r9, c8, c7, 0
    subs    pc, lr, #8
