// SPDX-License-Identifier: Apache-2.0
// A function in User mode, and Undefined instructions that are counted and skipped: user_mode.h.
    .syntax unified
    .arm
    .text

    .equ    MODE_MASK, 0x1F
    .equ    MODE_USER, 0x10
    .equ    STATE_THUMB, 0x20
    .equ    SVC_RETURN, 0x55

    .global run_in_user_mode
    .type   run_in_user_mode, %function
run_in_user_mode:
    push    {r4-r11, r12, lr}           @ on the Supervisor stack, which svc_handler takes up
    mov     r2, r0
    mov     r0, r1
    mrs     r1, cpsr
    bic     r1, r1, #MODE_MASK
    orr     r1, r1, #MODE_USER
    msr     cpsr_c, r1
    blx     r2
    svc     #SVC_RETURN
    .size   run_in_user_mode, . - run_in_user_mode

// From User mode at the end of run_in_user_mode(); the mode is Supervisor again. The IRQ and FIQ
// masks become those of before the call.
    .global svc_handler
    .type   svc_handler, %function
svc_handler:
    ldr     r1, [lr, #-4]
    bic     r1, r1, #0xFF000000
    cmp     r1, #SVC_RETURN
    bne     unexpected
    mrs     r1, spsr
    tst     r1, #STATE_THUMB | (MODE_MASK & ~MODE_USER)
    bne     unexpected
    orr     r1, r1, #MODE_MASK & 0x13   @ Supervisor
    msr     cpsr_c, r1
    pop     {r4-r11, r12, pc}
unexpected:
    mov     r0, #2
    b       unexpected_exception
    .size   svc_handler, . - svc_handler

    .global undefined_handler
    .type   undefined_handler, %function
undefined_handler:
    push    {r0, r1}
    mrs     r0, spsr
    tst     r0, #STATE_THUMB
    bne     1f
    ldr     r0, =undefined_count
    ldr     r1, [r0]
    add     r1, r1, #1
    str     r1, [r0]
    ldr     r0, =undefined_address
    sub     r1, lr, #4
    str     r1, [r0]
    pop     {r0, r1}
    movs    pc, lr
1:  mov     r0, #1
    b       unexpected_exception
    .size   undefined_handler, . - undefined_handler
    .ltorg

    .bss
    .balign 4
    .global undefined_count
undefined_count:
    .space  4
    .global undefined_address
undefined_address:
    .space  4
