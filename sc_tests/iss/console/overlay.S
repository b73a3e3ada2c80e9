// SPDX-License-Identifier: Apache-2.0
// Code that SYS_READ writes over code that has been executed: a function in ARM state, one in Thumb
// state, and what comes after the call itself. The console gives an instruction for each: loads of
// `seven`, the only loads here. Ends with 0 if they are executed, otherwise with 1.
#include "../faults/fault.inc"
    .arm

    adr     r1, open_block
    mov     r0, #0x01                   // SYS_OPEN
    svc     #0x123456
    adr     r6, reads                   // three blocks: handle, address, bytes
    str     r0, [r6]
    str     r0, [r6, #12]
    str     r0, [r6, #24]
    adr     r9, seven
    mov     r1, r9

    bl      function                    // it returns 1
    cmp     r0, #1
    bne     failed
    bl      read
    bl      function
    cmp     r0, #7
    bne     failed

    mov     r1, r9
    adr     r7, thumb_function
    orr     r7, r7, #1
    mov     lr, pc
    bx      r7
    cmp     r0, #1
    bne     failed
    bl      read
    mov     r1, r9
    mov     lr, pc
    bx      r7
    cmp     r0, #7
    bne     failed

    mov     r4, #2                      // the first time it asks for the time
1:  mov     r1, r6
    cmp     r4, #1
    moveq   r0, #0x06                   // SYS_READ
    movne   r0, #0x11                   // SYS_TIME
    svc     #0x123456
    nop
after_call:
    mov     r5, #1
    nop
    subs    r4, r4, #1
    bne     1b
    cmp     r5, #7
    bne     failed
    ldr     r0, [r9, #4]                // one load more
    mov     r1, r0
    b       exit
failed:
    mov     r1, #0
exit:
    mov     r0, #0x18                   // SYS_EXIT: 0x20026, or an error
    svc     #0x123456

    // The next block.
read:
    mov     r1, r6
    mov     r0, #0x06                   // SYS_READ
    svc     #0x123456
    add     r6, r6, #12
    bx      lr

function:
    mov     r0, #1
    bx      lr
    .thumb
thumb_function:
    movs    r0, #1
    bx      lr
    .arm
seven:
    .word   7, 0x20026
open_block:
    .word   name, 1, 3                  // for reading, as it is
reads:
    .word   0, function, 4
    .word   0, thumb_function, 2
    .word   0, after_call, 4
name:
    .asciz  ":tt"
    .balign 4
