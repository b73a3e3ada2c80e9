// SPDX-License-Identifier: Apache-2.0
// Whom the MPU of the Cortex-R5 refuses, and where: accesses to where no memory is, whatever the
// bus would say of them; SWP; code that comes to a small region; instructions in IT blocks, whose
// abort leaves ITSTATE in SPSR. Each data abort goes on with the same instruction, at `buffer`.
//
// The values of the fault status are those of DDI 0406, B5.4; LR, SPSR and ITSTATE those of B1.8
// and A2.5.2. The MPU is asked before the bus (DDI 0460, 8.1).
    .syntax unified
    .text
    .arm
    .global test_main, data_abort_handler, prefetch_abort_handler
    .type test_main, %function
    .type data_abort_handler, %function
    .type prefetch_abort_handler, %function
    .equ nowhere, 0x30000000            @ neither memory nor a region
    .equ refused, 0x60000000            @ no memory, AP = 0
    .equ privileged, 0x70000000         @ no memory, AP = 1
    .equ read_only, 0x00900000
    .equ small_xn, 0x00910020           @ 32 bytes that do not execute
    .equ page_xn, 0x00921000
    .equ no_word, 0x10140001            @ of the VIC, which has words only
    .equ is_store, 0x800
    .macro check reg, value, id
    ldr r3, =\value
    cmp \reg, r3
    movne r0, #\id
    bne fail
    .endm
    @ that there was one abort since the last time, and which
    .macro expect id, at, status, address
    ldr r0, =seen
    ldr r2, [r0]
    check r2, 1, \id
    mov r2, #0
    ldr r0, =seen
    str r2, [r0]
    ldr r2, [r0, #4]
    check r2, \at, \id + 1
    ldr r0, =seen
    ldr r2, [r0, #12]
    check r2, \status, \id + 2
    ldr r0, =seen
    ldr r2, [r0, #16]
    check r2, \address, \id + 3
    .endm
    .macro expect_it_state id, value    @ T and ITSTATE in SPSR
    ldr r0, =seen
    ldr r2, [r0, #8]
    ldr r0, =0x0600FC20
    and r2, r2, r0
    check r2, \value, \id
    .endm
    .macro region number, base, size, access
    mov r0, #\number
    mcr p15, 0, r0, c6, c2, 0
    ldr r0, =\base
    mcr p15, 0, r0, c6, c1, 0
    ldr r0, =\access
    mcr p15, 0, r0, c6, c1, 4
    mov r0, #(\size << 1) + 1
    mcr p15, 0, r0, c6, c1, 2
    .endm
    .macro put address, first, second
    ldr r0, =\address
    ldr r1, =\first
    ldr r2, =\second
    stm r0, {r1, r2}
    .endm
    .macro come_to address              @ and come back by a prefetch abort
    dsb
    isb
    ldr r0, =\address
    adr r10, 1f
    bx r0
1:
    .endm
test_main:
    push {r4-r11, lr}
    region 0, 0, 23, 0x300              @ 16 MiB, full access
    region 1, read_only, 11, 0x600
    region 2, refused, 19, 0x000
    region 3, small_xn, 4, 0x1300
    region 4, page_xn, 11, 0x1300
    region 5, privileged, 11, 0x100
    mrc p15, 0, r4, c1, c0, 0
    mov r6, #20
again:
    @ with the MPU off it is the bus that refuses; ITSTATE is that of the instruction
    ldr r1, =nowhere
    mov r7, #0
    mov r8, #0
    blx t_it
    expect 1, t_it_load, 0x008, nowhere
    expect_it_state 5, 0x04000420       @ ITSTATE 0x06
    check r7, 3, 6
    check r8, 0, 7
    @ of several in an IT block it is the second
    ldr r1, =buffer
    ldr r2, =nowhere
    mov r8, #0
    blx t_it_two
    expect 8, t_it_second, 0x008, nowhere
    expect_it_state 12, 0x00000420      @ ITSTATE 0x04
    check r8, 1, 13
    @ what follows a load that a device refuses in an IT block is executed once: after it
    ldr r1, =no_word
    ldr r2, =buffer + 32
    mov r7, #0
    str r7, [r2]
    blx t_it_device
    expect 200, t_it_refused, 0x008, no_word
    expect_it_state 204, 0x02000020     @ ITSTATE 0x01
    ldr r2, =buffer + 32
    ldr r7, [r2]
    check r7, 1, 205

    orr r0, r4, #1
    bic r0, r0, #1 << 17                @ no background region
    dsb
    mcr p15, 0, r0, c1, c0, 0
    isb
    @ where no region is
    ldr r1, =buffer
    ldr r2, [r1]
    ldr r1, =nowhere
p1: ldr r2, [r1]                        @ the second by r1 in its block
    expect 16, p1, 0x000, nowhere
    ldr r1, =nowhere + 8
p2: str r6, [r1]
    expect 20, p2, is_store, nowhere + 8
    ldr r2, =buffer
    ldr r2, [r2]
    cmp r2, r6
    movne r0, #24
    bne fail
    @ in a region that lets nobody in
    ldr r1, =refused
p3: ldr r2, [r1]
    expect 28, p3, 0x00D, refused
    ldr r1, =refused + 4
p4: strb r6, [r1]
    expect 32, p4, 0x00D + is_store, refused + 4
    @ in one for privileged accesses: those come to the bus
    ldr r1, =privileged
p5: ldr r2, [r1]
    expect 36, p5, 0x008, privileged
    ldr r1, =privileged
p6: ldrt r2, [r1]
    expect 40, p6, 0x00D, privileged
    @ SWP loads, then stores
    ldr r1, =read_only + 16
p7: swp r2, r6, [r1]
    expect 44, p7, 0x00D + is_store, read_only + 16
    ldr r1, =refused + 16
p8: swp r2, r6, [r1]
    expect 48, p8, 0x00D, refused + 16
    @ in an IT block
    ldr r1, =nowhere
    mov r7, #0
    mov r8, #0
    blx t_it
    expect 52, t_it_load, 0x000, nowhere
    expect_it_state 56, 0x04000420
    check r7, 3, 57
    check r8, 0, 58

    @ code that goes on into a region that does not execute
    put small_xn - 16, 0xE2877001, 0xE2877001   @ add r7, r7, #1, twice
    put small_xn - 8, 0xE2877001, 0xE1A00000    @ and once more; mov r0, r0
    mov r7, #0
    come_to small_xn - 16
    expect 60, small_xn, 0x00D, small_xn
    check r7, 3, 64
    @ that traps and is aborted before that
    put small_xn - 16, 0xE2877001, 0xEE192F1D   @ mrc p15, 0, r2, c9, c13, 0
    put small_xn - 8, 0xE5912000, 0xE2877001    @ ldr r2, [r1]
    ldr r1, =refused
    mov r7, #0
    come_to small_xn - 16
    ldr r0, =seen
    ldr r2, [r0]
    check r2, 2, 65
    ldr r0, =seen
    mov r2, #1
    str r2, [r0]
    expect 66, small_xn, 0x00D, small_xn
    check r7, 2, 70
    @ a loop in front of it, and an IT block
    put small_xn - 16, 0xE2877001, 0xE3570005   @ cmp r7, #5
    put small_xn - 8, 0x1AFFFFFC, 0xE1A00000    @ bne to the first
    mov r7, #0
    come_to small_xn - 16
    expect 71, small_xn, 0x00D, small_xn
    check r7, 5, 75
    put small_xn - 8, 0xBF0C2F00, 0x37023701    @ cmp r7, #0; ite eq; addeq r7, #1; addne r7, #2
    mov r7, #0
    come_to small_xn - 8 + 1
    expect 76, small_xn, 0x00D, small_xn
    expect_it_state 80, 0x20
    check r7, 1, 81
    @ an instruction whose second half is in it
    put small_xn - 8, 0xBF00BF00, 0xF04F3701    @ nop; nop; adds r7, #1; mov.w r0, #1
    mov r7, #0
    come_to small_xn - 8 + 1
    expect 82, small_xn - 2, 0x00D, small_xn - 2
    check r7, 1, 86
    put page_xn - 8, 0xBF00BF00, 0xF04F3701
    mov r7, #0
    come_to page_xn - 8 + 1
    expect 87, page_xn - 2, 0x00D, page_xn - 2
    check r7, 1, 91

    mcr p15, 0, r4, c1, c0, 0
    isb
    subs r6, r6, #1
    bne again
    mov r0, #0
fail:
    mcr p15, 0, r4, c1, c0, 0
    isb
    pop {r4-r11, pc}
    .ltorg
data_abort_handler:
    ldr r1, =seen
    push {r2}
    ldr r2, [r1]
    add r2, r2, #1
    str r2, [r1]
    sub r2, lr, #8
    str r2, [r1, #4]
    mrs r2, spsr
    str r2, [r1, #8]
    mrc p15, 0, r2, c5, c0, 0
    str r2, [r1, #12]
    mrc p15, 0, r2, c6, c0, 0
    str r2, [r1, #16]
    pop {r2}
    ldr r1, =buffer
    subs pc, lr, #8
prefetch_abort_handler:
    push {r0, r1}
    ldr r0, =seen
    ldr r1, [r0]
    add r1, r1, #1
    str r1, [r0]
    sub r1, lr, #4
    str r1, [r0, #4]
    mrs r1, spsr
    str r1, [r0, #8]
    bic r1, r1, #0x20
    msr spsr_cxsf, r1
    mrc p15, 0, r1, c5, c0, 1
    str r1, [r0, #12]
    mrc p15, 0, r1, c6, c0, 2
    str r1, [r0, #16]
    pop {r0, r1}
    movs pc, r10                        @ ARM
    .ltorg
    .thumb
    .balign 4
    .thumb_func
t_it:
    cmp r1, r1
    ittte eq
    addeq r7, r7, #1
    .type t_it_load, %object
t_it_load:
    ldreq r5, [r1]
    addeq r7, r7, #2
    addne r8, r8, #1
    bx lr
    .thumb_func
t_it_two:
    cmp r1, r1
    itttt eq
    ldreq r5, [r1]
    moveq r1, r2
    .type t_it_second, %object
t_it_second:
    ldreq r7, [r1]
    addeq r8, r8, #1
    bx lr
    .thumb_func
t_it_device:
    cmp r1, r1
    itttt eq
    .type t_it_refused, %object
t_it_refused:
    ldrbeq r5, [r1]
    ldreq r7, [r2]
    addeq r7, r7, #1
    streq r7, [r2]
    bx lr
    .bss
    .balign 8
seen: .space 32                         @ aborts, PC, SPSR, status, address
buffer: .space 64
