// SPDX-License-Identifier: Apache-2.0
// The worked examples of what events of the ARM1136JF-S mean; arm1136.expected has the counts.
#include "example.inc"

    events  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x09, 0x0A, 0x0B
    events  0x0C, 0x0D, 0x0F, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22

    .equ    THUMB_PMU, 0
    .equ    BEFORE_START_WORDS, 0
    .equ    START_DELAY, 2                  // the MCR itself is the first of three edges
    .macro  before_start
    .endm
    .macro  pmu_start
    mcr     p15, 0, r12, c15, c12, 0
    .endm
    .macro  pmu_stop
    mcr     p15, 0, r11, c15, c12, 0
    .endm

    // The data cache is empty but for the stack; the pages of r8, r9 and the stack are in the TLBs.
    .macro  standard_state
    mov     r0, #0
    mcr     p15, 0, r0, c7, c6, 0
    set_registers
    ldr     r0, [sp]
    ldr     r0, [sp, #-4]
    ldr     r0, [r8, #0x9E0]
    ldr     r0, [r9]
    .endm

    .irp    state, arm, thumb
    example B1, \state
    measured
    nop
    end_example

    example B2, \state
    measured
    b       1f
    nop
1:
    end_example

    example B4, \state
    measured
    beq     1f
    nop
1:
    end_example
    .endr

    .irp    id, D1, D2
    example \id, arm
    ldr     r0, [r8]
    measured
    ldr     r0, [r8]
    end_example
    .endr

    example D3, arm
    measured
    ldr     r0, [r8]
    end_example

    .irp    state, arm, thumb
    example E1, \state
    vector  svc, movs pc, lr
    measured from=user, to=undefined
    svc     5
    end_example
    .endr
