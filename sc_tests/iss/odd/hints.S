// SPDX-License-Identifier: Apache-2.0
// Hints, preloads, barriers and exclusives: none of them changes a register it should not, YIELD,
// WFE and SEV go on. After CLREX an STREX fails.
    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    mov r6, #100
    ldr r7, =buffer
    mov r4, #0
    mov r8, #0
1:  nop
    pld [r7]
    pld [r7, #64]
    add r4, r4, #1
    mov r0, r6
    swp r1, r0, [r7]
    swpb r2, r0, [r7]
    ldr r1, [r7]
    cmp r1, r6
    movne r0, #1
    bne out
#if __ARM_ARCH == 7
    .inst 0xE320F001        @ YIELD
    .inst 0xE320F002        @ WFE
    .inst 0xE320F004        @ SEV
    .inst 0xE320F002        @ WFE
    dmb
    dsb
    isb
    pli [r7]
    .inst 0xE320F0F0        @ DBG
#endif
#if __ARM_ARCH == 6
    .inst 0xE320F000        @ hints are MSR without a field before ARMv6K: NOP
    .inst 0xE320F001
    .inst 0xE320F004
    mov r0, #0
    mcr p15, 0, r0, c7, c10, 4
    mcr p15, 0, r0, c7, c10, 5
    mcr p15, 0, r0, c7, c5, 4
    mcr p15, 0, r0, c7, c13, 1
#endif
#if __ARM_ARCH == 6 || __ARM_ARCH == 7
2:  ldrex r0, [r7]
    add r0, r0, #1
    strex r1, r0, [r7]
    cmp r1, #0
    bne 2b
    ldr r2, [r7]
    cmp r2, r0
    movne r0, #2
    bne out
    @ the exclusive monitor is open again
    strex r1, r6, [r7]
    cmp r1, #1
    movne r0, #3
    bne out
    ldrex r0, [r7]
#if __ARM_ARCH == 7
    clrex
#elif __ARM_ARCH < 7
    strex r1, r0, [r7]    @ ARMv6 has no CLREX that all its cores know: a dummy STREX
#endif
    strex r1, r6, [r7]
    cmp r1, #1
    movne r0, #4
    bne out
    cmp r6, #1000           @ conditional, not executed: r1 stays
    mov r1, #77
    strexeq r1, r6, [r7]
    ldrexeq r1, [r7]
    cmp r1, #77
    movne r0, #5
    bne out
#endif
#if __ARM_ARCH == 7
    ldr r0, =thumb_part + 1
    blx r0
    cmp r0, #0
    bne out
    ldrexb r0, [r7]
    strexb r1, r0, [r7]
    ldrexd r0, r1, [r7]
    strexd r2, r0, r1, [r7]
    cmp r2, #0
    movne r0, #6
    bne out
#endif
    subs r6, r6, #1
    bne 1b
    mov r0, #0
out:
    pop {r4-r11, pc}
    .ltorg
#if __ARM_ARCH == 7
    .thumb
thumb_part:
    push {r4, lr}
    nop
    yield
    sev
    wfe
    nop.w
    .inst.w 0xF3AF8001
    .inst.w 0xF3AF8002
    .inst.w 0xF3AF8004
    dmb
    dsb
    isb
    pld [r7]
    pli [r7]
    cmp r7, #0
    ittet ne
    yieldne
    sevne
    wfieq
    wfene
    ldrex r0, [r7]
    strex r1, r0, [r7]
    cmp r1, #0
    ite eq
    moveq r0, #0
    movne r0, #7
    pop {r4, pc}
    .arm
#endif
    .bss
    .balign 8
buffer: .space 128
