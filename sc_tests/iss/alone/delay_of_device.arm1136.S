// SPDX-License-Identifier: Apache-2.0
// The start delay of three edges: the MCR is edge 1, the LDM of a device takes edges 2 to 5, an item
// a cycle; so event 0x10 counts 2, those of edges 4 and 5. So does an LDM of memory.
    .syntax unified
    .arm
    .section .vectors, "ax"
    b       _start

    .macro  expect_two place
    mov     r0, #0
    mcr     p15, 0, r0, c15, c12, 0
    ldr     r9, =\place
    ldr     r1, =0x01000007             // PMN0: event 0x10; P, C, E
    mcr     p15, 0, r1, c15, c12, 0
    ldm     r9, {r4-r7}
    mrc     p15, 0, r3, c15, c12, 2
    cmp     r3, #2
    bne     bad
    .endm

    .text
    .global _start
_start:
    expect_two 0x00100000
    expect_two 0x10140100
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     #0x123456
bad:
    mov     r0, #0x18
    mov     r1, #0
    svc     #0x123456
    .ltorg
