// SPDX-License-Identifier: Apache-2.0
// The worked examples of what events of the Cortex-R5 mean; cortex_r5.expected has the counts.
#include "example.inc"
    .fpu    vfpv3-d16

    // Event 0x00 is on counter 0, for D13.
    events  0x00, 0x45, 0x54, 0x01, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B
    events  0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x40, 0x41, 0x42, 0x43, 0x44
    events  0x46, 0x47, 0x53, 0x55, 0x57, 0x58, 0x5D, 0xFF

    .equ    THUMB_PMU, 1
    .equ    BEFORE_START_WORDS, 0
    .equ    START_DELAY, 0
    .macro  before_start
    .endm
    .macro  pmu_start
    mcr     p15, 0, r12, c9, c12, 0
    .endm
    .macro  pmu_stop
    mcr     p15, 0, r11, c9, c12, 0
    .endm

#include "cortex_r5_prepare.inc"

    .arm
#define T 0
#define STATE arm
#include "cortex_r5_both.inc"

// --- ARM state alone -----------------------------------------------------------------------------

    example A9, arm
    measured
    swp     r0, r6, [r4]
    end_example

    example A19, arm
    cps     #(MODE_IRQ & 0x1F)
    measured
    ldmia   r4, {r0, r1}^
    end_example

    example B13, arm
    measured
    add     pc, pc, #0
    nop
    nop
    end_example

    example C12, arm
    measured
    adr     r0, 1f
    mrs     r1, cpsr
    msr     spsr_cxsf, r1
    str     r0, [r4, #4]
    ldmia   r4, {r1, pc}^
    nop
1:
    end_example

    example C16, arm
    mov     r0, #0x11                   // SYS_TIME
    mov     r1, #0
    measured
    svc     0x123456
    end_example

    example D17, arm
    warm
    measured
    swp     r0, r6, [r4]
    end_example

    example D17.IX, arm
    clear_sctlr SCTLR_C
    measured
    swp     r0, r6, [r4]
    after
    set_sctlr SCTLR_C
    end_example

    example E8, arm
    cold
    measured
    swp     r0, r6, [r4]
    end_example

    example E23, arm
    clear_sctlr SCTLR_C
    measured
    swp     r0, r6, [r4]
    after
    set_sctlr SCTLR_C
    end_example

    example F1, arm
    measured
    .rept   8
    nop
    .endr
    end_example

    example F2, arm
    mcr     p15, 0, r0, c7, c5, 0
    isb
    measured
    .rept   8
    nop
    .endr
    end_example

    example F3, arm
    measured
    .rept   8
    nop
    .endr
    end_example

    example F3.XC, arm
    clear_sctlr SCTLR_I
    measured
    .rept   8
    nop
    .endr
    after
    set_sctlr SCTLR_I
    end_example

    example F9.XC, arm
    vector  undefined, movs pc, lr
    clear_sctlr SCTLR_I
    measured
    udf     #1
    nop
    after
    set_sctlr SCTLR_I
    end_example

    // In a line of its own, which is absent. The handler returns to the next one.
    example F9.cold, arm
    vector  undefined, adds pc, lr, #28
    adr     r0, 1f
    mcr     p15, 0, r0, c7, c5, 1
    isb
    measured
    b       1f
    .balign 32
1:  udf     #1
    .balign 32
    end_example

    // A register that the PMU does not have.
    example F12, arm
    vector  undefined, movs pc, lr
    measured
    mrc     p15, 0, r0, c9, c12, 7
    nop
    end_example

    // A counter of an event that is not supported stands still. r0: the sum of all of them; r1: of
    // another counter, of instructions.
    example not_counted, arm, 3
    select  1, 0x08
    measured
    after
    ldr     r3, =unsupported_events
    mov     r0, #0
    mov     r1, #0
1:  mov     r2, #0
    mcr     p15, 0, r2, c9, c12, 5
    ldrb    r7, [r3], #1
    mcr     p15, 0, r7, c9, c13, 1
    mov     r2, #3                      // PMCR.E, P
    mcr     p15, 0, r2, c9, c12, 0
    ldr     r7, [r4], #64
    strd    r6, r7, [r4]
    str     r7, [r4, #8]
    udiv    r7, r7, r6
    beq     2f
2:  pld     [r4, #32]
    dmb
    mov     r2, #0
    mcr     p15, 0, r2, c9, c12, 0
    mrc     p15, 0, r2, c9, c13, 2
    add     r0, r0, r2
    counter r2, 1
    add     r1, r1, r2
    ldr     r2, =unsupported_events_end
    cmp     r3, r2
    bne     1b
    clear_counters
    end_example

    .pushsection .rodata
unsupported_events:
    .byte   0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x56, 0x59, 0x5A
    .byte   0x5B, 0x5C, 0x5E, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A
    .byte   0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73
unsupported_events_end:
    .popsection

// --- Thumb state ---------------------------------------------------------------------------------

    .thumb
#undef T
#undef STATE
#define T 1
#define STATE thumb
#include "cortex_r5_both.inc"

    example A5, thumb
    measured
    itte    eq
    addeq   r0, #1
    ldreq   r0, [r4]
    ldrne   r0, [r4]
    end_example

    example B9, thumb
    measured
    blx     1f
    b       2f
    .arm
    .balign 4
1:  bx      lr
    .thumb
2:
    end_example

    example B13, thumb
    mov     r0, #0
    measured
    add     pc, r0
    nop
    nop
    end_example

    example B22, thumb
    measured
    cbz     r6, 1f
    nop
1:
    end_example

    example B23, thumb
    measured
    cbnz    r6, 1f
    nop
1:
    end_example

    example B24, thumb
    measured
    mov     r0, #0
    tbb     [pc, r0]
    .byte   1, 0
    end_example

    example B25, thumb
    measured
    it      ne
    blne    1f
1:
    end_example

    example B26, thumb
    measured
    it      eq
    bleq    1f
    nop
1:
    end_example

    example C14, thumb
    measured
    adr.w   r0, 1f
    mov     lr, r0
    mrs     r0, cpsr
    orr     r0, #0x20
    msr     spsr_cxsf, r0
    subs    pc, lr, #0
    nop
1:
    end_example

    // Into an IT block of which one instruction is left, with NE: ITSTATE is 0b0001_1000. The twin
    // returns as well, so that what is left is the instruction that fails.
    example C15, thumb, 1
    ldr     r0, =1f
    cmp     r0, r0
    mrs     r1, cpsr
    orr     r1, #0x1800                 // IT[4:3]
    orr     r1, #0x20                   // T
    stmia   r4, {r0, r1}
    add     r3, r4, #8
    ldr     r0, =2f
    mrs     r1, cpsr
    orr     r1, #0x20
    stmia   r3, {r0, r1}
    mov     r0, #0
    measured
    rfeia   r4
    nop
1:  .inst.n 0x3001                      // ADDNE r0, #1
    instead
    rfeia   r3
    nop
2:
    end_example

    example C16, thumb
    mov     r0, #0x11                   // SYS_TIME
    mov     r1, #0
    measured
    svc     0xAB
    end_example

    example F4, thumb
    measured
    .rept   8
    nop.n
    .endr
    end_example

    example F5, thumb
    measured
    .rept   3
    nop.n
    .endr
    nop.w
    .balign 8
    end_example
