@ SPDX-License-Identifier: Apache-2.0
@ What gcc makes of a walk along a list and of a merge of two for Thumb-2.
 .syntax unified
 .thumb
 .global walk, merge
 .thumb_func
 .type walk,%function
@ int walk(node *p, int limit): as gcc's sglib_dllist_sort: stops at the end of the list or after limit nodes; returns the number
walk: push {r4,r5,r6,r7,lr}
 mov r2,r0
 mov r0,r1
 mov.w ip,#1
1: ldr r2,[r2,#4]
 add.w ip,ip,#1
 cmp r2,#0
 it ne
 cmpne ip,r0
 ite lt
 movlt r7,#1
 movge r7,#0
 blt.n 1b
 mov r6,r2
 cbz r2, 2f
 ldr r6,[r2,#4]
2: mov r0,ip
 pop {r4,r5,r6,r7,pc}
 .thumb_func
 .type merge,%function
@ int merge(node*a,node*b,node**tail)
merge: push {r4,r5,r6,r7,lr}
 mov lr,r2
 mov r3,r0
 mov r5,#0
1: ldr r2,[r3]
 ldr r7,[r1]
 cmp r7,r2
 ittee lt
 strlt.w r1,[lr]
 addlt.w lr,r1,#4
 strge.w r3,[lr]
 addge.w lr,r3,#4
 ite lt
 ldrlt r1,[r1,#4]
 ldrge r3,[r3,#4]
 add r5,r5,#1
 cmp r3,#0
 it ne
 cmpne r1,#0
 bne.n 1b
 mov r0,r5
 pop {r4,r5,r6,r7,pc}
