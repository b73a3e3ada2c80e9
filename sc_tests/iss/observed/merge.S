@ SPDX-License-Identifier: Apache-2.0
@ The loop of a merge of two lists, as gcc writes it for Thumb-2: loads and stores in IT blocks, one after
@ another. Prints the number of iterations, counted in a register: 40,000 times five. argv[1] delays it,
@ so that whoever looks comes at another place.
 .syntax unified
 .thumb
 .global main
 .thumb_func
 .type main,%function
main: push {r4,r5,r6,r7,r8,r9,r10,lr}
 cmp r0,#1
 itt gt
 ldrgt r0,[r1,#4]
 blgt atoi
 add r0,r0,#1
0: subs r0,r0,#1         @ delay of argv[1] loops
 bgt 0b
 movw r8,#40000         @ times
 mov r9,#0              @ iterations in all
 mov r10,#0             @ by hand
2: ldr r1,=la
 ldr r3,=lb
 ldr lr,=out
1: ldr r2,[r3]
 ldr r7,[r1]
 add r9,r9,#1
 cmp r7,r2
 ittee lt
 strlt.w r1,[lr]
 addlt.w lr,r1,#4
 strge.w r3,[lr]
 addge.w lr,r3,#4
 ite lt
 ldrlt r1,[r1,#4]
 ldrge r3,[r3,#4]
 cmp r3,#0
 it ne
 cmpne r1,#0
 bne.n 1b
 ldr r1,=la
 ldr r3,=lb
 bl relink
 subs r8,r8,#1
 bne 2b
 ldr r0,=fmt
 mov r1,r9
 bl printf
 mov r0,#0
 pop {r4,r5,r6,r7,r8,r9,r10,pc}
 .ltorg
 .type relink,%function
 .thumb_func
relink: adds r2,r1,#8   @ la: 1,5,9; lb: 2,6,10 again
 str r2,[r1,#4]
 adds r2,r1,#16
 str r2,[r1,#12]
 mov r2,#0
 str r2,[r1,#20]
 str r2,[r3,#20]
 adds r2,r3,#8
 str r2,[r3,#4]
 adds r2,r3,#16
 str r2,[r3,#12]
 bx lr
 .data
 .align 3
la: .word 1,la+8,5,la+16,9,0
lb: .word 2,lb+8,6,lb+16,10,0
out: .word 0
fmt: .asciz "iterations %u\n"
