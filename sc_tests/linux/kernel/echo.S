// SPDX-License-Identifier: Apache-2.0
// A kernel of its own for the board, loaded as Linux is, with the UART on: it says what it was given, counts the
// instructions of a program in User mode, and does what it is told by the console: 'q' halts, 'm' tells the Main ID
// Register, 'u' whether User mode may read PMN0, 'v' sets the V bit of an ARM1176, 'C' counts on the PMU of a CCI-400, 'R'
// tells the Peripheral ID2 Register of that, other characters come back between brackets, '\r' with a new line. It is the
// same for all CPUs of the board.
        .arm
        .text
        .equ    uart, 0x20201000
        .equ    UARTDR, 0x00
        .equ    UARTFR, 0x18

        .global _start
_start: mov     r10, r0
        mov     r11, r1
        mov     r12, r2
        ldr     r9, =uart
        mov     sp, #0x100000
        // SVC leads to `back`, what is Undefined to `undefined`.
        mov     r0, #0
        ldr     r1, =0xE59FF018         @ ldr pc, [pc, #24]: the word 0x20 after it
        str     r1, [r0, #4]
        str     r1, [r0, #8]
        ldr     r1, =undefined
        str     r1, [r0, #0x24]
        ldr     r1, =back
        str     r1, [r0, #0x28]

        // The boot protocol: 0, all ones, a device tree.
        cmp     r10, #0
        cmneq   r11, #1
        ldreq   r0, [r12]
        ldreq   r1, =0xEDFE0DD0
        cmpeq   r0, r1
        adreq   r0, ready
        adrne   r0, wrong
        bl      print

        // Instructions and branches of what User mode does, and of what leads there and back.
        ldr     r0, =0x00705007         @ EvtCount0: instructions, EvtCount1: branches; C, P, E
        mcr     p15, 0, r0, c15, c12, 0
        mov     r1, #0x10               @ User mode
        msr     spsr_c, r1
        ldr     lr, =program
        movs    pc, lr

back:   mov     r0, #0
        mcr     p15, 0, r0, c15, c12, 0
        adr     r0, counted
        bl      print
        mrc     p15, 0, r4, c15, c12, 2 @ PMN0
        bl      number
        adr     r0, line
        bl      print
        mov     r0, #0                  @ from now on SVC leads to `allowed`
        ldr     r1, =allowed
        str     r1, [r0, #0x28]

read:   ldr     r0, [r9, #UARTFR]
        tst     r0, #0x10               @ RXFE
        bne     read
        ldr     r4, [r9, #UARTDR]
        and     r4, r4, #0xFF
        cmp     r4, #'q'
        beq     halt
        cmp     r4, #'m'
        beq     tell
        cmp     r4, #'u'
        beq     try
        cmp     r4, #'v'
        beq     set
        cmp     r4, #'C'
        beq     count
        cmp     r4, #'R'
        beq     revision
        cmp     r4, #'\r'
        adreq   r0, line
        beq     answer
        mov     r0, #'['
        str     r0, [r9, #UARTDR]
        str     r4, [r9, #UARTDR]
        adr     r0, bracket
answer: bl      print
        b       read

halt:   adr     r0, halted
        bl      print
        cpsid   if
1:      b       1b

tell:   mrc     p15, 0, r4, c0, c0, 0
        bl      number
        adr     r0, line
        b       answer

set:    mov     r0, #1
        mcr     p15, 0, r0, c15, c9, 0
        adr     r0, line
        b       answer

try:    mov     r1, #0x10               @ User mode
        msr     spsr_c, r1
        ldr     lr, =access
        movs    pc, lr

undefined:
        msr     cpsr_c, #0xD3           @ Supervisor mode, as all else here
        adr     r0, refuses
        b       answer
allowed: adr    r0, allows
        b       answer

        // ECNT0 counts write requests of S4 to devices, CCNT overflows at the first cycle. Between the stores that set
        // and clear CEN are three. Then both counters, and what is pending of the lines 32 to 63.
count:  ldr     r3, =0x2000B200
        mov     r0, #0x1F
        str     r0, [r3, #0x14]         @ enables the lines 32 to 36
        ldr     r1, =0x2C090000
        add     r2, r1, #0xA000
        mov     r0, #0x8D
        str     r0, [r2]                @ ESR0
        mov     r0, #1
        str     r0, [r2, #8]            @ ECTRL0
        ldr     r6, =0x2C099000
        mvn     r4, #0
        str     r4, [r6, #4]            @ CCNT
        str     r0, [r6, #8]            @ CCNT_CTRL
        str     r0, [r1, #0x100]        @ PMCR
        mov     r4, #0
        str     r4, [r2, #0xC]          @ clears no flag
        str     r4, [r2, #0xC]
        str     r4, [r2, #0xC]
        str     r4, [r1, #0x100]
        ldr     r4, [r2, #4]
        bl      number
        adr     r0, space
        bl      print
        ldr     r4, [r6, #4]
        bl      number
        adr     r0, space
        bl      print
        ldr     r4, [r3, #8]
        bl      number
        adr     r0, line
        b       answer

revision: ldr   r1, =0x2C090000
        ldr     r4, [r1, #0xFE8]
        bl      number
        adr     r0, line
        b       answer

        // r4 in hexadecimal
number: mov     r5, #32
1:      sub     r5, r5, #4
        mov     r0, r4, lsr r5
        and     r0, r0, #15
        cmp     r0, #10
        addlo   r0, r0, #'0'
        addhs   r0, r0, #'A' - 10
        str     r0, [r9, #UARTDR]
        cmp     r5, #0
        bne     1b
        bx      lr

print:  ldrb    r1, [r0], #1
        cmp     r1, #0
        bxeq    lr
        str     r1, [r9, #UARTDR]
        b       print

        .align  2
        .ltorg
ready:  .asciz  "ready\r\n# "
        .align  2
wrong:  .asciz  "not booted as the protocol says\r\n"
        .align  2
counted: .asciz "counted "
        .align  2
space:  .asciz  " "
        .align  2
line:   .asciz  "\r\n# "
        .align  2
bracket: .asciz "]"
        .align  2
halted: .asciz  "halted\r\n"
        .align  2
refuses: .asciz "undefined\r\n# "
        .align  2
allows: .asciz  "allowed\r\n# "
        .align  2

        // 1 + 2 * 1000 + 1 instructions, 1000 branches.
program: mov    r3, #1000
1:      subs    r3, r3, #1
        bne     1b
        svc     0

access: mrc     p15, 0, r4, c15, c12, 2 @ PMN0
        svc     0
