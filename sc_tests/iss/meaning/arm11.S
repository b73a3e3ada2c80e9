// SPDX-License-Identifier: Apache-2.0
// The worked examples of what events of the ARM11 cores mean; arm11.expected has the counts.
#include "example.inc"
#include "armv5_v6.inc"

    events  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x09, 0x0A, 0x0B
    events  0x0C, 0x0D, 0x0F, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0xFF
#ifdef HAS_RETURN_STACK
    events  0x23, 0x24, 0x25, 0x26
#endif

    .equ    START_DELAY, 2                  // the MCR itself is the first of three edges
    .macro  pmu_start
    mcr     p15, 0, r12, c15, c12, 0
    .endm
    .macro  pmu_stop
    mcr     p15, 0, r11, c15, c12, 0
    .endm

#ifdef HAS_RETURN_STACK
#include "arm11_returns.inc"
#endif

// --- B: branches -----------------------------------------------------------------------------------

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

    example B3, \state
    measured
    bne     1f
    after
1:
    end_example

    example B4, \state
    measured
    beq     1f
    nop
1:
    end_example

    example B5, \state
    measured
    movs    r2, #3
1:  subs    r2, r2, #1
    bne     1b
    end_example

    example B7, \state
    measured
    beq     1f
1:
    end_example

    example B8, \state
    measured
    bne     1f
1:
    end_example
    .endr

    example B6, arm
    measured
    b       1f
1:
    end_example

    example B9, arm
    measured
    bl      arm_mov_pc_lr
    end_example

    example B10, arm
    measured
    bl      arm_bx_lr
    end_example

    example B11, arm
    measured
    blne    1f
    after
1:
    end_example

    example B12, arm
    measured
    blx     thumb_bx_lr
    end_example

    .irp    state, arm, thumb
    example B13, \state
    ldr     r4, =arm_bx_lr
    measured
    blx     r4
    end_example

    example B14, \state
    target  r0, 1f
    measured
    bx      r0
    nop
1:
    end_example

    example B17, \state
    target  r0, 1f
    measured
    mov     pc, r0
    nop
1:
    end_example
    .endr

    example B15, arm
    target  r0, 1f
    measured
    bxne    r0
    after
1:
    end_example

    example B16, arm
    target  r0, 1f
    measured
    bxj     r0
    nop
1:
    end_example

    example B18, arm
    target  r0, 1f
    measured
    movne   pc, r0
    after
1:
    end_example

    example B19, arm
    mov     r0, #0
    measured
    add     pc, pc, r0, lsl #2
    nop
    end_example

    example B20, arm
    measured
    sub     pc, pc, #4
    end_example

    .irp    id, B21, B22
    example \id, arm
    target  r0, 1f
    str     r0, [r8]
    ldr     r0, [r8]
    measured
    ldr     pc, [r8]
    nop
1:
    end_example
    .endr

    example B23, arm
    measured
    ldmne   sp!, {pc}
    end_example

// --- T: Thumb --------------------------------------------------------------------------------------

    example T1, thumb
    measured
    b       1f
1:
    end_example

    example T2, thumb
    measured
    beq     1f
    nop
1:
    end_example

    example T3, thumb
    measured
    bl      thumb_bx_lr
    end_example

    example T4_1K, thumb
    prepare_pair pair_1K
    pair_example

    example T4_4K, thumb
    prepare_pair pair_4K
    pair_example

    // The second page is in the main TLB only: ten others were visited after it. One more has made
    // this page, which goes in its turn however often it is executed, one of the latest.
    example T4_cold, thumb
    mov     lr, pc
    ldr     pc, =second_page_of_pair
    visit_pages 10
    adr     r1, 3f
    ldr     pc, =line_on_its_page
3:  mov     lr, pc
    ldr     pc, =first_page_of_pair
    mov     lr, pc
    ldr     pc, =arm_bx_lr
    prepare_pair pair_4K
    pair_example

    example T5, thumb
    measured
    blx     arm_bx_lr
    end_example

    .irp    id, T6, T7
    example \id, thumb
    target  lr, 1f
    measured
    push    {r0, lr}
    pop     {r0, pc}
    nop
1:
    end_example
    .endr

    example T8, thumb
    bx_pc_example

// --- E: exceptions ---------------------------------------------------------------------------------

    .irp    state, arm, thumb
    example E1, \state
    vector  svc, movs pc, lr
    measured from=user, to=undefined
    svc     5
    end_example

    example E2, \state
    vector  svc, movs pc, lr
    measured
    svc     5
    end_example

    example E3, \state
    vector  svc, movs pc, lr
    enter_mode MODE_SYSTEM
    measured
    svc     5
    end_example
    .endr

    example E4, arm
    measured
    svcne   5
    end_example

    example E5, arm
    saved_mode MODE_SUPERVISOR
    adr     lr, 1f
    measured
    movs    pc, lr
    nop
1:
    end_example

    example E6, arm
    saved_mode MODE_USER
    adr     lr, 1f
    measured to=undefined
    movs    pc, lr
    nop
1:
    end_example

    example E7, arm
    enter_mode MODE_IRQ
    saved_mode MODE_SUPERVISOR
    adr     lr, 1f + 4
    measured
    subs    pc, lr, #4
    nop
1:
    end_example

    .irp    mode, SUPERVISOR, SYSTEM
    .ifc    \mode, SUPERVISOR
    example E8, arm
    .else
    example E9, arm
    .endif
    saved_mode MODE_\mode
    adr     r0, 1f
    str     r0, [sp, #4]
    measured
    ldm     sp!, {r0, pc}^
    nop
1:
    end_example
    .endr

    example E10, arm
    saved_mode MODE_SYSTEM
    adr     lr, 1f
    measured
    srsdb   sp!, #0x13
    rfeia   sp!
    nop
1:
    end_example

    .irp    state, arm, thumb
    example E11, \state
    vector  undefined, movs pc, lr
    measured
    undefined_instruction
    end_example

    example E12, \state
    vector  prefetch_abort, movs pc, lr
    measured
    bkpt    1
    skipped_in_thumb
    end_example

    example E13, \state
    interrupt_example

    example E14, \state
    interrupt_example fiq=1

    example E15, \state
    vector  data_abort, subs pc, lr, #4
    add     r1, r8, #1
    change_control set=CONTROL_A
    measured
    ldr     r0, [r1]
    skipped_in_thumb
    after
    restore_control
    end_example

    example E16_svc, \state
    vector_load svc, 1f
    measured to=undefined
    svc     5
    handler_is_here
    end_example

    example E16_undefined, \state
    vector_load undefined, 1f
    measured to=prefetch_abort
    undefined_instruction
    handler_is_here
    end_example

    example E16_bkpt, \state
    vector_load prefetch_abort, 1f
    measured to=undefined
    bkpt    1
    handler_is_here
    end_example

    example E16_abort, \state
    vector_load data_abort, 1f
    add     r1, r8, #1
    change_control set=CONTROL_A
    measured to=undefined
    ldr     r0, [r1]
    handler_is_here
    after
    restore_control
    end_example

    // What opens the mask has an instruction that does not in the twin.
    example E16_irq, \state
    vector_load irq, 1f
    prepare_interrupt
    str     r6, [r7]
    measured to=undefined
    cpsie   i
    handler_is_here
    instead
    cpsid   i
    after
    end_interrupt
    end_example

    example E16_fiq, \state
    vector_load fiq, 1f
    prepare_interrupt fiq=1
    str     r6, [r7]
    measured to=undefined
    cpsie   f
    handler_is_here
    instead
    cpsid   f
    after
    end_interrupt
    end_example

    example E18, \state
    semihosting_example
    .endr

    example E17_msr, arm
    mov     r1, #MODE_SYSTEM
    measured
    msr     cpsr_c, r1
    end_example

    example E17_cps, arm
    measured
    cps     #0x1F
    end_example

// --- D: loads and stores ---------------------------------------------------------------------------

    .irp    state, arm, thumb
    .irp    id, D1, D2
    example \id, \state
    ldr     r0, [r8]
    measured
    ldr     r0, [r3]
    end_example
    .endr

    example D3, \state
    measured
    ldr     r0, [r3]
    end_example

    example D4, \state
    ldr     r0, [r8]
    measured
    ldr     r0, [r3]
    ldr     r0, [r3, #4]
    end_example

    .irp    id, D6, D7
    example \id, \state
    ldr     r0, [r8]
    measured
    load_four r3
    end_example
    .endr

    .irp    id, D8, D9
    example \id, \state
    ldr     r0, [r8]
    add     r2, r8, #0x18
    measured
    load_four r2
    end_example
    .endr

    example D10, \state
    ldr     r0, [r8]
    ldr     r0, [r8, #0x20]
    add     r2, r8, #0x18
    measured
    store_four r2
    end_example

    example D18, \state
    measured
    str     r0, [r3]
    end_example

    example D19, \state
    measured
    str     r0, [r3]
    ldr     r0, [r3]
    end_example

    example D20, \state
    measured
    store_four r3
    end_example

    example D23, \state
    ldr     r0, [r8]
    change_control clear=CONTROL_C
    measured
    ldr     r0, [r3]
    after
    restore_control
    end_example

    example D24, \state
    ldr     r0, [r8]
    change_control clear=CONTROL_C
    ldr     r0, [r8]
    restore_control
    measured
    ldr     r0, [r3]
    end_example
    .endr

    example D5, arm
    measured
    ldrne   r0, [r8]
    strne   r0, [r8]
    end_example

    .irp    id, D11, D12
    example \id, arm
    ldr     r0, [r8]
    measured
    .ifc    \id, D11
    ldrd    r4, r5, [r8]
    .else
    strd    r4, r5, [r8]
    .endif
    end_example
    .endr

    .irp    id, D13, D14
    example \id, arm
    ldr     r0, [r8]
    measured
    swp     r0, r1, [r8]
    end_example
    .endr

    .irp    id, D15, D16
    example \id, arm
    ldr     r0, [r8]
    measured
    pld     [r8]
    end_example
    .endr

    example D17, arm
    measured
    pld     [r8]
    ldr     r0, [r8]
    end_example

    .irp    id, D21, D22
    example \id, arm, 0b0110
    ldr     r0, [r8]
    measured
    ldrex   r0, [r8]
    strex   r2, r0, [r8]
    strex   r1, r0, [r8]
    end_example
    .endr

// --- U: unaligned ----------------------------------------------------------------------------------

    .irp    state, arm, thumb
    example U1, \state
    change_control set=CONTROL_U
    unaligned ldr, 1
    after
    restore_control
    end_example

    example U2, \state
    change_control set=CONTROL_U
    unaligned ldr, 6
    after
    restore_control
    end_example

    example U3, \state
    ldr     r0, [r8]
    ldr     r0, [r8, #0x20]
    change_control set=CONTROL_U
    unaligned ldr, 0x1E
    after
    restore_control
    end_example

    example U4, \state, 0b0001
    ldr     r0, =0x44332211
    str     r0, [r8]
    change_control clear=CONTROL_U
    unaligned ldr, 1
    after
    restore_control
    end_example

    example U5, \state
    ldr     r0, [r8]
    change_control clear=CONTROL_U
    unaligned ldr, 0x1E
    after
    restore_control
    end_example
    .endr

    // U = 0: SWP of a word that r2 is not aligned to. Shown: what it loads, the word left, r2.
    .irp    id, U6, U7
    example \id, arm, 0b0111
    prepare_swap r8
    add     r2, r8, #0x1F
    change_control clear=CONTROL_U
    measured
    swp     r0, r1, [r2]
    after
    end_swap r8
    restore_control
    end_example
    .endr

    example U8, arm, 0b0111
    prepare_swap r9
    add     r2, r9, #0x1D
    change_control clear=CONTROL_U
    measured
    swp     r0, r1, [r2]
    after
    end_swap r9
    restore_control
    end_example

    // U = 0: LDREXD needs a multiple of eight.
    example U9, arm
    vector  data_abort, subs pc, lr, #4
    add     r1, r8, #4
    change_control clear=CONTROL_U
    measured
    .inst   0xE1B14F9F                      @ ldrexd r4, r5, [r1], of ARMv6K
    after
    restore_control
    end_example

// --- W: write-backs --------------------------------------------------------------------------------

    // The set of r8: line r8 and three others, all clean. r4 to r7: four lines of it that are absent.
    .macro  prepare_set
    add     r4, r8, #0x1000
    add     r5, r8, #0x2000
    add     r6, r8, #0x3000
    add     r7, r8, #0x4000
    .irp    register, r4, r5, r6, r7
    ldr     r0, [\register, #0x9E0]         @ its page
    .endr
    .irp    line, 0x5000, 0x6000, 0x7000
    add     r0, r8, #\line
    ldr     r0, [r0]
    .endr
    ldr     r0, [r8]
    .endm
    .macro  load_set
    .irp    register, r4, r5, r6, r7
    ldr     r0, [\register]
    .endr
    .endm

    .irp    state, arm, thumb
    example W1, \state
    prepare_set
    measured
    str     r0, [r3]
    load_set
    end_example

    example W2, \state
    prepare_set
    measured
    str     r0, [r3]
    str     r0, [r3, #16]
    load_set
    end_example

    example W3, \state
    prepare_set
    measured
    ldr     r0, [r3]
    load_set
    end_example
    .endr

    example W4, arm
    ldr     r0, [r8]
    str     r0, [r8]
    str     r0, [r8, #16]
    measured
    mcr     p15, 0, r8, c7, c10, 1
    mcr     p15, 0, r8, c7, c10, 1
    end_example

    example W5, arm
    ldr     r0, [r8]
    str     r0, [r8]
    measured
    mcr     p15, 0, r8, c7, c14, 1
    ldr     r0, [r8]
    end_example

    example W6, arm
    ldr     r0, [r8]
    str     r0, [r8]
    measured
    mcr     p15, 0, r8, c7, c6, 1
    end_example

    // From a line to the first byte of the next one, dirty in three halves; then the same again.
    example W8, arm
    ldr     r0, [r8]
    ldr     r0, [r8, #32]
    str     r0, [r8]
    str     r0, [r8, #16]
    str     r0, [r8, #32]
    add     r0, r8, #32
    measured
    mcrr    p15, 0, r0, r8, c12
    mcrr    p15, 0, r0, r8, c12
    end_example

    // Two lines, and not the third.
    example W9, arm
    ldr     r0, [r8]
    ldr     r0, [r8, #32]
    ldr     r0, [r8, #64]
    str     r0, [r8]
    str     r0, [r8, #48]
    str     r0, [r8, #64]
    add     r0, r8, #63
    measured
    mcrr    p15, 0, r0, r8, c14
    ldr     r0, [r8]
    ldr     r0, [r8, #32]
    ldr     r0, [r8, #64]
    end_example

    example W10, arm
    ldr     r0, [r8]
    str     r0, [r8]
    add     r0, r8, #16
    measured
    mcrr    p15, 0, r0, r8, c6
    ldr     r0, [r8]
    end_example

    // The prefetch of a range.
    example W11, arm
    ldr     r0, [r8]
    str     r0, [r8]
    measured
    mcrr    p15, 2, r8, r8, c12
    mcrr    p15, 1, r8, r8, c12
    end_example

    // The line of the eight instructions after it.
    example W12, arm
    adr     r0, 1f
    measured
    mcrr    p15, 0, r0, r0, c5
    b       1f
    nop
    nop
    nop
    nop
    nop
    nop
1:  nop
    end_example

    // Round-robin: the line that was filled first goes, whenever it was accessed.
    example W13, arm
    change_control set=CONTROL_RR
    add     r1, r8, #0x4000
    ldr     r0, [r1, #0x9E0]                @ its page
    add     r4, r8, #0x1000
    add     r5, r8, #0x2000
    add     r6, r8, #0x3000
    .irp    register, r8, r4, r5, r6
    ldr     r0, [\register]
    .endr
    measured
    ldr     r0, [r8]
    ldr     r0, [r1]
    ldr     r0, [r8]
    after
    restore_control
    end_example

    // Lock-down of all ways but the first.
    example W14, arm
    add     r1, r8, #0x1000
    ldr     r0, [r1, #0x9E0]                @ its page
    mvn     r0, #1
    mcr     p15, 0, r0, c9, c0, 0
    ldr     r0, [r8]
    measured
    ldr     r0, [r1]
    ldr     r0, [r8]
    after
    mvn     r0, #15
    mcr     p15, 0, r0, c9, c0, 0
    end_example

    example W7, arm
    ldr     r0, [r8]
    ldr     r0, [r8, #32]
    str     r0, [r8]
    str     r0, [r8, #16]
    str     r0, [r8, #32]
    mov     r0, #0
    measured
    mcr     p15, 0, r0, c7, c10, 0
    end_example

// --- X: devices ------------------------------------------------------------------------------------

    .irp    state, arm, thumb
    example X1, \state
    measured
    ldr     r0, [r2]
    end_example

    example X2, \state
    measured
    str     r0, [r2]
    end_example

    example X3, \state
    measured
    load_four r2
    end_example

    example X6, \state
    mov     r0, #0
    mcr     p15, 0, r0, c8, c6, 0
    measured
    ldr     r0, [r2]
    end_example
    .endr

    example X4, arm
    measured
    ldrne   r0, [r9]
    end_example

    // Not aligned, at offset 1 and across eight bytes; the register has what was stored there.
    .irp    state, arm, thumb
    example X7, \state, 1
    mov     r0, #0x44
    str     r0, [r2]
    mov     r1, #1
    measured
    ldr     r0, [r2, r1]
    end_example

    example X8, \state, 1
    mov     r0, #0x44
    str     r0, [r2, #4]
    mov     r1, #6
    measured
    ldr     r0, [r2, r1]
    end_example

    example X9, \state, 3
    mov     r0, #0x44
    str     r0, [r2, #4]
    mov     r0, #0x55
    mov     r1, #7
    measured
    str     r0, [r2, r1]
    after
    ldr     r1, [r9, #4]
    end_example

    // UARTILPR of the UART, of which there are eight bits.
    example X10, \state, 1
    uart_register
    mov     r0, #0x12
    str     r0, [r1]
    add     r1, r1, #1
    measured
    ldrh    r0, [r1]
    end_example

    example X11, \state, 1
    uart_register
    mov     r0, #0x34
    add     r1, r1, #1
    measured
    strh    r0, [r1]
    after
    uart_register
    ldr     r0, [r1]
    end_example
    .endr

    example X12, arm, 6
    measured
    ldrex   r0, [r9]
    strex   r2, r0, [r9]
    strex   r1, r0, [r9]
    end_example

    // Aborted by the bus at the end of the memory: LDM, and a load that is not aligned.
    .irp    state, arm, thumb
    example X13, \state
    vector  data_abort, subs pc, lr, #4
    end_of_memory
    measured
    load_four r1
    skipped_in_thumb
    end_example

    example X14, \state
    vector  data_abort, subs pc, lr, #4
    end_of_memory
    add     r1, r1, #6
    measured
    ldr     r0, [r1]
    skipped_in_thumb
    end_example
    .endr

    example X15, arm
    vector  data_abort, subs pc, lr, #4
    end_of_memory
    measured
    stm     r1, {r4-r7}
    end_example

    // VICVECTCNTL14 and 15, after which there is no register.
    .irp    state, arm, thumb
    example X16, \state
    vector  data_abort, subs pc, lr, #4
    add     r1, r9, #0x138
    measured
    load_four r1
    skipped_in_thumb
    end_example
    .endr

    // U = 0: LDR rotates what is in the aligned word.
    example X17, arm, 3
    ldr     r0, =0x44332211
    str     r0, [r9]
    change_control clear=CONTROL_U
    measured
    ldr     r0, [r9, #1]
    str     r0, [r9, #6]
    after
    ldr     r1, [r9, #4]
    restore_control
    end_example

    example X18, arm, 1
    ldr     r0, =0x44332211
    str     r0, [r9]
    change_control clear=CONTROL_U
    add     r1, r9, #2
    measured
    ldm     r1, {r0, r4-r6}
    after
    restore_control
    end_example

    example X5, arm
    measured
    pld     [r9]
    end_example

// --- L: TLBs ---------------------------------------------------------------------------------------

    example L1, arm
    load_pages_twice 11

    // Ten other pages were visited after it.
    .irp    state, arm, thumb
    example L2, \state
    ldr     r0, [r8]
    mov     r1, r8
    .rept   10
    add     r1, r1, #4096
    ldr     r0, [r1, #0x9E0]
    .endr
    measured
    ldr     r0, [r3]
    end_example

// --- I: instruction cache --------------------------------------------------------------------------

    // In Thumb state eight instructions are half of the line.
    example I1, \state
    drop_line_of 1f
    measured
1:
    .rept   8
    nop
    .endr
    end_example

    example I2, \state
    drop_line_of 1f
    change_control clear=CONTROL_I
    measured
1:
    .rept   8
    nop
    .endr
    after
    restore_control
    end_example
    .endr

    // The cache is turned on in the middle of a line, which is absent.
    .irp    id, I3, I4
    example \id, arm
    drop_line_of 1f
    change_control clear=CONTROL_I
    measured
1:
    .ifc    \id, I4
    nop
    .endif
    mcr     p15, 0, r7, c1, c0, 0
    b       2f
    .balign 32
2:
    after
    restore_control
    end_example
    .endr

// --- C: CP15 ---------------------------------------------------------------------------------------

    example C1, arm
    mov     r0, #0
    measured
    mcr     p15, 0, r0, c7, c10, 4
    end_example

    example C2, arm
    mov     r0, #0
    measured
    mcrne   p15, 0, r0, c7, c10, 4
    end_example

    example C3, arm
    mov     r0, #0
    measured
    mcr     p15, 0, r0, c7, c10, 5
    mcr     p15, 0, r0, c7, c5, 4
    end_example

    // Shown: CCNT, and that what wakens it came.
    example C4, arm, 0b0011
    prepare_wakening
    mov     r0, #0
    measured
    mcr     p15, 0, r0, c7, c0, 4
    after
    mrc     p15, 0, r0, c15, c12, 1
    end_wakening r1
    end_example

    // The hint WFI of later architectures: MSR without a field in ARM state, Undefined in Thumb state.
    example C5, arm
    measured
    .inst   0xE320F003
    end_example

    example C6, thumb
    vector  undefined, movs pc, lr
    measured
    .inst.n 0xBF30
    end_example

// --- P: the PMU itself -----------------------------------------------------------------------------

    .equ    START_PMN0_INSTRUCTIONS, 0x07 << 20 | 7

    // The frame's counters are used, started anew.
    .macro  ten_instructions
    mcr     p15, 0, r11, c15, c12, 0
    mcr     p15, 0, r4, c15, c12, 0
    .rept   10
    nop
    .endr
    mrc     p15, 0, r0, c15, c12, 2
    .endm

    example P1, arm, 0b0001
    ldr     r4, =START_PMN0_INSTRUCTIONS
    measured
    ten_instructions
    end_example

    example P2, arm, 0b0010
    ldr     r4, =START_PMN0_INSTRUCTIONS
    measured
    ten_instructions
    .rept   3
    nop
    .endr
    mrc     p15, 0, r1, c15, c12, 2
    end_example

    example P3, arm, 0b0110
    ldr     r4, =START_PMN0_INSTRUCTIONS
    measured
    ten_instructions
    .rept   3
    nop
    .endr
    mrc     p15, 0, r1, c15, c12, 2
    mov     r0, #0
    mcr     p15, 0, r0, c15, c12, 0
    mrc     p15, 0, r1, c15, c12, 2
    nop
    mrc     p15, 0, r2, c15, c12, 2
    end_example

    example P4, arm
    vector  undefined, movs pc, lr
    mov     r0, #0
    measured from=user, to=svc
    mcr     p15, 0, r0, c15, c12, 0
    end_example

// --- V: virtual memory -----------------------------------------------------------------------------

#include "arm11_mmu.inc"
