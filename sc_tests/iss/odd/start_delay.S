// SPDX-License-Identifier: Apache-2.0
// Writes of PMNC, then loads and stores of memory and of a device in the same basic block. While the
// PMU is on its way to count, the simulator tells it of each instruction by itself.
    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function

    // E, P and C, counter 0: 0x07, counter 1: 0x0A, all loads and stores, memory and device.
    .set    control, 0x0070A007

    // The PMU begins to count three cycles after that write, wherever that is. Both modes see the
    // same: r6 + 1 passes of a loop.
    .macro  access_after n
    mcr     p15, 0, r7, c15, c12, 0
    .rept   \n
    nop
    .endr
    ldr     r0, [r4]
    str     r0, [r4, #64]
    strd    r0, r1, [r4, #128]
    ldr     r0, [r5]
    ldm     r4, {r0, r1}
    str     r0, [r5, #0x14]
    mrc     p15, 0, r6, c15, c12, 3
1:  subs    r6, r6, #1
    bpl     1b
    .endm

test_main:
    push    {r4-r9, lr}
    ldr     r4, =words
    ldr     r5, =0x10140000                 @ VIC
    ldr     r7, =control
    mov     r8, #10

    @ After 20 cycles it counts: four loads of memory, one of the device.
2:  mcr     p15, 0, r7, c15, c12, 0
    .rept   20
    nop
    .endr
    ldr     r0, [r4]
    ldr     r0, [r4, #4]
    ldr     r0, [r4, #64]
    ldr     r0, [r4]
    ldr     r0, [r5]
    mrc     p15, 0, r6, c15, c12, 3
    cmp     r6, #5
    movne   r0, #1
    bne     out

    @ The same after another event was selected, E being 1 all the time: 0x07 and then 0x0A again.
    bic     r0, r7, #0x0000F000
    bic     r0, r0, #6
    orr     r0, r0, #0x00007000
    mcr     p15, 0, r0, c15, c12, 0
    bic     r9, r7, #4
    mcr     p15, 0, r9, c15, c12, 0
    .rept   20
    nop
    .endr
    ldr     r0, [r4, #128]
    str     r0, [r4, #192]
    ldr     r0, [r5]
    mrc     p15, 0, r6, c15, c12, 3
    cmp     r6, #3
    movne   r0, #2
    bne     out

    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    access_after \n
    .endr
    subs    r8, r8, #1
    bne     2b
    mov     r0, #0
out:
    pop     {r4-r9, pc}
    .ltorg
    .bss
    .balign 64
words:
    .space  256
