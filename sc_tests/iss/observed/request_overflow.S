// SPDX-License-Identifier: Apache-2.0
// A counter of requests that are not cached, event 0x57, overflows: more than one of them comes in a cycle, of a fetch and of
// what it loads. The interrupt is taken before CPS, in whose basic block before it came (iss/timing.md, Two modes). r4 in the
// end says where.
    .syntax unified
    .section .v, "ax"
    .arm
    b       _start
    .org    0x18
    mov     r4, lr              // IRQ
    b       end
    .text
    .global _start
_start:
    ldr     r11, =0x10140000    // PL190
    mov     r0, #1
    str     r0, [r11, #0x10]
    ldr     r7, =0x680000
    mcr     p15, 0, r0, c9, c12, 0
    mov     r0, #0x57
    mcr     p15, 0, r0, c9, c13, 1
    mvn     r0, #8
    mcr     p15, 0, r0, c9, c13, 2
    mov     r0, #1
    mcr     p15, 0, r0, c9, c14, 1
    nop
    mcr     p15, 0, r0, c9, c12, 1
    msr     cpsr_c, #0x1F
    mov     r8, #60
    ldr     r0, =loop + 1
    bx      r0
    .ltorg
    .thumb
    .thumb_func
    .balign 4
loop:
    ldr     r0, [r7, #20]
    str     r0, [r7, #16]
    str     r5, [r7], #4
    movs    r5, #0xD0
    cpsie   i
    mov     r0, r0
    subs    r8, r8, #1
    bne     loop
    ldr     r0, =end
    bx      r0
    .ltorg
    .arm
end:
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
    .ltorg
