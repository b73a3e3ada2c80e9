// SPDX-License-Identifier: Apache-2.0
// The worked examples of what a Cortex-R5's traffic raises in the CCI-400; cci400.expected has the
// counts.
#include "example.inc"
    .fpu    vfpv3-d16

    // Those of slave interface S4.
    events  0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D
    events  0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94

    // A store to PMCR, that with CEN = 1 in the last words of a line.
    .equ    THUMB_PMU, 1
    .equ    BEFORE_START_WORDS, 2
    .equ    START_DELAY, 0
    .macro  before_start
    movw    r10, #0x0100
    movt    r10, #0x2C09
    .endm
    .macro  pmu_start
    str     r12, [r10]
    .endm
    .macro  pmu_stop
    str     r11, [r10]
    .endm

#include "cortex_r5_prepare.inc"

    // The four lines that "cold" has brought to the set of r4 are written.
    .macro  dirty_victims
    mov     r1, #4
    add     r2, r4, #0x5000
1:  str     r0, [r2]
    add     r2, r2, #0x1000
    subs    r1, r1, #1
    bne     1b
    .endm

    // Writes 64 KiB from r4 on.
    .macro  write_64k
    mov     r1, #16384
    mov     r2, r4
1:  str     r0, [r2], #4
    subs    r1, r1, #1
    bne     1b
    .endm

    // The counters from 0 on count these events.
    .macro  count_events numbers:vararg
    ldr     r3, =0x2C09A000
    mov     r1, #1
    .irp    number, \numbers
    mov     r0, #\number
    str     r0, [r3], #8                // ESR
    str     r1, [r3], #0xFF8            // ECTRL
    .endr
    ldr     r3, =0x2C09A004             // ECNT0
    .endm

    // r0 to r3: the counters.
    .macro  read_counters
    ldr     r3, =0x2C09A004
    ldr     r0, [r3]
    add     r3, r3, #0x1000
    ldr     r1, [r3]
    add     r3, r3, #0x1000
    ldr     r2, [r3]
    add     r3, r3, #0x1000
    ldr     r3, [r3]
    .endm

    // CEN is set and cleared.
    .macro  empty_frame
    before_start
    mov     r0, #3                      // CEN, RST
    mov     r1, #0
    str     r0, [r10]
    str     r1, [r10]
    .endm

    // So that none is taken for the count of an event that the example did not select.
    .macro  clear_cci_counters
    before_start
    mov     r4, #2                      // RST
    str     r4, [r10]
    .endm

    .arm
#define T 0
#define STATE arm
#include "cci400_both.inc"

// --- ARM state alone -----------------------------------------------------------------------------

    example 8, arm
    cold
    measured
    swp     r0, r6, [r4]
    end_example

    example 32, arm
    clear_sctlr SCTLR_C
    measured
    swp     r0, r6, [r4]
    after
    set_sctlr SCTLR_C
    end_example

    example 39, arm
    mcr     p15, 0, r0, c7, c5, 0
    isb
    measured
    .rept   8
    nop
    .endr
    end_example

    example 40, arm
    measured
    .rept   8
    nop
    .endr
    end_example

    example 40.XC, arm
    clear_sctlr SCTLR_I
    measured
    .rept   8
    nop
    .endr
    after
    set_sctlr SCTLR_I
    end_example

    example 42, arm
    measured
    ldr     r0, [r4]
    str     r0, [r4]
    end_example

    example 43, arm
    measured
    ldr     r0, [r5]
    nop
    end_example

    example 53, arm, 7
    measured
    after
    count_events 0x8C, 0x8D, 0x8E
    empty_frame
    read_counters
    clear_cci_counters
    end_example

// --- Thumb state ---------------------------------------------------------------------------------

    .thumb
#undef T
#undef STATE
#define T 1
#define STATE thumb
#include "cci400_both.inc"

    example 35, thumb
    clear_sctlr SCTLR_C
    mov     r0, #0
    measured
    tbb     [pc, r0]
    .byte   1, 0
    after
    set_sctlr SCTLR_C
    end_example

    example 41, thumb
    measured
    .rept   8
    nop.n
    .endr
    end_example

    example 41.XC, thumb
    clear_sctlr SCTLR_I
    measured
    .rept   8
    nop.n
    .endr
    after
    set_sctlr SCTLR_I
    end_example
