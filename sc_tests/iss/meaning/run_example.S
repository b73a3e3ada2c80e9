// SPDX-License-Identifier: Apache-2.0
// The entry point of the examples, and how they are called.
    .syntax unified
    .text
    .arm

    .global _start
    .type   _start, %function
_start:
    mov     sp, #0x00800000
    bl      run
    b       .
    .size   _start, . - _start

// void call_example(uint32_t start, uint32_t passes, uint32_t go)
// passes: from bit 31 down a bit a pass, 1 for the twin, then a 1. go, bit 31: the program ends after
// it, before anything else is executed. Neither is a bit of a PMU's control register.
    .global call_example
    .type   call_example, %function
call_example:
    push    {r4-r11, lr}
    ldr     r3, =stack_pointer
    str     sp, [r3]
    mov     r11, r1
    mov     r12, r2
    bx      r0

    .global leave_example
leave_example:
    tst     r12, #0x80000000
    bne     1f
    ldr     r4, =final_registers
    stm     r4, {r0-r3}
    ldr     r4, =stack_pointer
    ldr     sp, [r4]
    pop     {r4-r11, pc}

1:  mov     r0, #0x18                       @ SYS_EXIT
    mov     r1, #0x20000                    @ ADP_Stopped_ApplicationExit
    orr     r1, r1, #0x26
    svc     #0x123456
    .size   call_example, . - call_example

    .global vector_unexpected
    .type   vector_unexpected, %function
vector_unexpected:
    mov     r0, #0x04                       @ SYS_WRITE0
    ldr     r1, =1f
    svc     #0x123456
    mov     r0, #0x18
    mov     r1, #0x20000                    @ not the end of an application: exit code 1
    svc     #0x123456
1:  .asciz  "an exception that the example does not expect\n"
    .balign 4
    .ltorg

    .bss
    .balign 4
stack_pointer:
    .space  4
    .global final_registers
final_registers:
    .space  16
