// SPDX-License-Identifier: Apache-2.0
// Exception vectors, the entry point, and what an exception does where no program says otherwise.
// Everything here is ARM code, the state in which every CPU here enters exceptions.
    .syntax unified
    .arm

    .section .vectors, "ax", %progbits
    ldr     pc, =Reset
    ldr     pc, =undefined_handler
    ldr     pc, =svc_handler
    ldr     pc, =prefetch_abort_handler
    ldr     pc, =data_abort_handler
    ldr     pc, =reserved_handler
    ldr     pc, =irq_handler
    ldr     pc, =fiq_handler
    .ltorg

    .text
// From here newlib takes over: stacks of all modes below the top of memory, .bss, command line,
// main(), exit(). main() runs in Supervisor mode with IRQ and FIQ masked.
    .global Reset
    .type   Reset, %function
Reset:
    ldr     sp, =__stack
    ldr     r0, =_mainCRTStartup
    bx      r0
    .size   Reset, . - Reset

// A program may define any of these itself, in assembly. The numbers are those of exception.c.
    .macro  default_handler name, number
    .weak   \name
    .type   \name, %function
\name:
    mov     r0, #\number
    b       unexpected_exception
    .size   \name, . - \name
    .endm

    default_handler undefined_handler, 1
    default_handler svc_handler, 2
    default_handler prefetch_abort_handler, 3
    default_handler data_abort_handler, 4
    default_handler reserved_handler, 5
    default_handler fiq_handler, 7

    .global unexpected_exception
    .type   unexpected_exception, %function
unexpected_exception:
    mov     r1, lr
    mrs     r2, spsr
    bl      exception_report
    .size   unexpected_exception, . - unexpected_exception

// IRQ: vic_dispatch(address of the interrupted instruction), in IRQ mode with IRQ masked.
    .weak   irq_handler
    .type   irq_handler, %function
irq_handler:
    sub     lr, lr, #4
    push    {r0-r3, r12, lr}
    mov     r0, lr
    bl      vic_dispatch
    ldm     sp!, {r0-r3, r12, pc}^
    .size   irq_handler, . - irq_handler
    .ltorg
