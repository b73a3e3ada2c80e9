// SPDX-License-Identifier: Apache-2.0
// Every way between ARM and Thumb state; r4 collects a bit a station.
    .syntax unified
    .arm
    .text
    .global test_main
    .type test_main, %function
    .macro station n
    add r4, r4, #1
    .endm
test_main:
    push {r4-r7, lr}
    mov r4, #0
    @ 1 BX to Thumb, back by BX
    adr lr, 1f
    ldr r0, =t_bx
    bx r0
1:  station
    @ BLX label
    blx t_bx
    station
    @ BLX register
    ldr r0, =t_bx
    blx r0
    station
    @ LDR PC
    adr lr, 1f
    ldr pc, =t_bx
1:  station
    @ LDM PC
    adr lr, 1f
    ldr r0, =t_bx
    push {r0}
    pop {pc}
1:  station
    @ Thumb pops PC into ARM
    bl to_pop
    station
    @ Thumb BLX to ARM
    ldr r0, =t_blx
    blx r0
    station
    @ conditional BX, taken and not
    cmp r4, #0
    ldr r0, =t_bx
    adr lr, 1f
    bxne r0
    mov r4, #0
1:  station
    cmp r4, #0
    bxeq r0
    station
    @ conditional LDR PC, LDMs
    adr lr, 1f
    push {r0}
    ldmiaeq sp!, {pc}
    ldrne pc, [sp], #4
    mov r4, #0
1:  station
    ldreq pc, [sp]
    station
    @ conditional blx
    blxne r0
    blxeq r0
    station
    @ add pc
    mov r1, #0
    add pc, pc, r1
    mov r4, #0
    mov r5, r5
    station
    ldr r0, =t_addpc + 1
    blx r0
    station
    cmp r4, #20
    moveq r0, #0
    movne r0, r4
    pop {r4-r7, pc}
to_pop:
    push {lr}
    ldr r0, =t_pop
    bx r0
a_leaf:
    station
    bx lr
    .ltorg
    .thumb
    .thumb_func
t_bx:
    nop
    bx lr
    .thumb_func
t_pop:
    pop {pc}
    .thumb_func
t_blx:
    push {lr}
    blx a_leaf
    bl t_bx
    ldr r0, =a_leaf
    blx r0
    bl t_bx
    pop {r0}
    mov lr, r0
    adds r4, #1
    bx lr
    .thumb_func
t_stay:
    adds r4, #1
    bx lr
    .balign 4
    .type t_addpc, %notype
t_addpc:
    push {lr}
    movs r0, #0
    add pc, r0
    movs r4, #0
    adds r4, #1
    adr r0, 1f
    mov pc, r0
    movs r4, #0
    .balign 4
1:  adds r4, #1
    bl t_stay
    pop {r0}
    bx r0
    .balign 4
    .ltorg
