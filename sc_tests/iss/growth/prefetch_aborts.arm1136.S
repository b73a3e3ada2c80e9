// SPDX-License-Identifier: Apache-2.0
// 400,000 prefetch aborts: the handler goes to where nothing is, as the code before it.
#include "../faults/fault.inc"

    mov     r0, #0
    adr     r1, handler
    ldm     r1, {r2-r5}
    add     r0, r0, #0x0C
    stm     r0, {r2-r5}
    ldr     r8, =400000
    mov     pc, #0x90000000
handler:
    subs    r8, r8, #1
    movne   pc, #0x90000000
    ldr     pc, [pc, #-4]               // .word end
    .word   end
end:
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     #0x123456
