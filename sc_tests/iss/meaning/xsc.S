// SPDX-License-Identifier: Apache-2.0
// The worked examples of what events of the XScale core and of the IXP42X mean, which differ in the
// PMU's registers and little else; xsc_core.expected has the counts.
#include "example.inc"
#include "armv5_v6.inc"

    events  0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8, 0x9, 0xA, 0xB, 0xC, 0xD

    .equ    START_DELAY, 0
#if defined(TWO_COUNTERS)
    events  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17
    .macro  write_pmnc register
    mcr     p14, 0, \register, c0, c0, 0
    .endm
    .macro  read_ccnt register
    mrc     p14, 0, \register, c1, c0, 0
    .endm
    .macro  read_pmn0 register
    mrc     p14, 0, \register, c2, c0, 0
    .endm
#elif defined(FOUR_COUNTERS)
    .macro  write_pmnc register
    mcr     p14, 0, \register, c0, c1, 0
    .endm
    .macro  read_pmn0 register
    mrc     p14, 0, \register, c0, c2, 0
    .endm
#else
#error "TWO_COUNTERS or FOUR_COUNTERS: the PMU of this XScale"
#endif
    .macro  pmu_start
    write_pmnc r12
    .endm
    .macro  pmu_stop
    write_pmnc r11
    .endm

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

    example B12, \state
    ldr     r4, =arm_bx_lr
    measured
    blx     r4
    end_example

    example B13, \state
    target  r0, 1f
    measured
    bx      r0
    nop
1:
    end_example

    example B15, \state
    target  r0, 1f
    measured
    mov     pc, r0
    nop
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
    blne    1f
    after
1:
    end_example

    example B11, arm
    measured
    blx     thumb_bx_lr
    end_example

    example B14, arm
    target  r0, 1f
    measured
    bxne    r0
    after
1:
    end_example

    example B16, arm
    target  r0, 1f
    measured
    movne   pc, r0
    after
1:
    end_example

    example B17, arm
    saved_mode MODE_USER
    adr     lr, 1f
    measured to=undefined
    movs    pc, lr
    nop
1:
    end_example

    example B18, arm
    saved_mode MODE_SUPERVISOR
    adr     lr, 1f
    measured
    movs    pc, lr
    nop
1:
    end_example

    example B19, arm
    mov     r0, #0
    measured
    add     pc, pc, r0, lsl #2
    nop
    end_example

    example B20, arm
    enter_mode MODE_IRQ
    saved_mode MODE_SUPERVISOR
    adr     lr, 1f + 4
    measured
    subs    pc, lr, #4
    nop
1:
    end_example

    example B21, arm
    measured
    mrc     p15, 0, r0, c2, c0, 0
    mov     r0, r0
    sub     pc, pc, #4
    end_example

    .irp    id, B22, B23
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

    example B24, arm
    adr     r0, 1f
    str     r0, [sp, #4]
    measured
    ldm     sp!, {r0, pc}
    nop
1:
    end_example

    example B25, arm
    saved_mode MODE_SYSTEM
    adr     r0, 1f
    str     r0, [sp, #4]
    measured
    ldm     sp!, {r0, pc}^
    nop
1:
    end_example

    example B26, arm
    measured
    ldmne   sp!, {pc}
    end_example

    example B27, arm
    measured
    .inst   0xEE07FF9A                      @ mcr p15, 0, pc, c7, c10, 4
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

    // All pages but the second are visited after the TLB was emptied.
    example T4_cold, thumb
    mov     r0, #0
    mcr     p15, 0, r0, c8, c5, 0
    mov     lr, pc
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
    target  lr, 1f
    measured
    mov     pc, lr
    nop
1:
    end_example

    example T9, thumb
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

    example E4, \state
    vector  undefined, movs pc, lr
    measured
    undefined_instruction
    end_example

    example E5, \state
    vector  prefetch_abort, movs pc, lr
    measured
    bkpt    1
    skipped_in_thumb
    end_example

    example E6, \state
    interrupt_example

    example E7, \state
    interrupt_example fiq=1

    example E8, \state
    vector  data_abort, subs pc, lr, #4
    add     r1, r8, #1
    change_control set=CONTROL_A
    measured
    ldr     r0, [r1]
    skipped_in_thumb
    after
    restore_control
    end_example

    example E9_svc, \state
    vector_load svc, 1f
    measured to=undefined
    svc     5
    handler_is_here
    end_example

    example E9_undefined, \state
    vector_load undefined, 1f
    measured to=prefetch_abort
    undefined_instruction
    handler_is_here
    end_example

    example E9_bkpt, \state
    vector_load prefetch_abort, 1f
    measured to=undefined
    bkpt    1
    handler_is_here
    end_example

    example E9_abort, \state
    vector_load data_abort, 1f
    add     r1, r8, #1
    change_control set=CONTROL_A
    measured to=undefined
    ldr     r0, [r1]
    handler_is_here
    after
    restore_control
    end_example

    example E11, \state
    semihosting_example
    .endr

    // The instruction that opens the mask has one that does not in the twin.
    example E9_irq, arm
    vector_load irq, 1f
    prepare_interrupt
    str     r6, [r7]
    measured to=undefined
    msr     cpsr_c, #0x13
    handler_is_here
    instead
    msr     cpsr_c, #MODE_SUPERVISOR
    after
    end_interrupt
    end_example

    example E9_fiq, arm
    vector_load fiq, 1f
    prepare_interrupt fiq=1
    str     r6, [r7]
    measured to=undefined
    msr     cpsr_c, #0x93
    handler_is_here
    instead
    msr     cpsr_c, #MODE_SUPERVISOR
    after
    end_interrupt
    end_example

    example E3, arm
    measured
    svcne   5
    end_example

    example E10, arm
    mov     r1, #MODE_SYSTEM
    measured
    msr     cpsr_c, r1
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

    .irp    id, D5, D6
    example \id, \state
    ldr     r0, [r8]
    measured
    load_four r3
    end_example
    .endr

    example D7, \state
    measured
    load_four r3
    end_example

    example D8, \state
    add     r2, r8, #0x18
    measured
    load_four r2
    end_example

    example D9, \state
    add     r2, r8, #0x18
    measured
    store_four r2
    end_example

    example D17, \state
    measured
    str     r0, [r3]
    ldr     r0, [r3]
    end_example

    example D18, \state
    change_control clear=CONTROL_C
    measured
    ldr     r0, [r3]
    after
    restore_control
    end_example

    example D19, \state
    change_control clear=CONTROL_C
    ldr     r0, [r8]
    restore_control
    measured
    ldr     r0, [r3]
    end_example
    .endr

    example D4, arm
    measured
    ldrne   r0, [r8]
    strne   r0, [r8]
    end_example

    .irp    id, D10, D11
    example \id, arm
    ldr     r0, [r8]
    measured
    ldrd    r4, r5, [r8]
    strd    r4, r5, [r8]
    end_example
    .endr

    example D12, arm
    ldr     r0, [r8]
    measured
    swp     r0, r1, [r8]
    end_example

    example D13, arm
    measured
    swp     r0, r1, [r8]
    end_example

    .irp    id, D14, D15
    example \id, arm
    ldr     r0, [r8]
    measured
    pld     [r8]
    end_example
    .endr

    example D16, arm
    measured
    pld     [r8]
    ldr     r0, [r8]
    end_example

// --- U: unaligned ----------------------------------------------------------------------------------

    .irp    state, arm, thumb
    example U1, \state, 0b0001
    ldr     r0, =0x44332211
    str     r0, [r8]
    unaligned ldr, 1
    end_example

    // The next line is absent.
    example U2, \state, 0b0001
    ldr     r0, =0x44332211
    str     r0, [r8, #0x1C]
    unaligned ldr, 0x1E
    end_example

    // Shown: the words at 0x1C and 0x20.
    example U3, \state, 0b0110
    mvn     r0, #0
    str     r0, [r8, #0x1C]
    str     r0, [r8, #0x20]
    mov     r0, #0
    mcr     p15, 0, r0, c7, c6, 0
    ldr     r0, [r8]
    ldr     r0, =0x12345678
    unaligned str, 0x1E
    after
    ldr     r1, [r8, #0x1C]
    ldr     r2, [r8, #0x20]
    end_example

// --- W: write-backs --------------------------------------------------------------------------------

    example W1, \state
    ldr     r0, [r8]
    add     r4, r8, #0x400
    measured
    str     r0, [r3]
    ldr     r1, [r4]
    end_example

    example W2, \state
    ldr     r0, [r8]
    add     r4, r8, #0x400
    measured
    str     r0, [r3]
    str     r0, [r3, #16]
    ldr     r1, [r4]
    end_example

    example W3, \state
    ldr     r0, [r8]
    add     r4, r8, #0x400
    measured
    ldr     r0, [r3]
    ldr     r1, [r4]
    end_example

    example W4, \state
    ldr     r0, [r8]
    add     r4, r8, #0x400
    measured
    str     r0, [r3]
    str     r0, [r4]
    end_example
    .endr

    // SWP of a word that r2 is not aligned to. Shown: what it loads, the word left, r2.
    .irp    id, U4, U5
    example \id, arm, 0b0111
    prepare_swap r8
    add     r2, r8, #0x1F
    measured
    swp     r0, r1, [r2]
    after
    end_swap r8
    end_example
    .endr

    example U6, arm, 0b0111
    prepare_swap r9
    add     r2, r9, #0x1D
    measured
    swp     r0, r1, [r2]
    after
    end_swap r9
    end_example

    example W5, arm
    ldr     r0, [r8]
    str     r0, [r8]
    str     r0, [r8, #16]
    measured
    mcr     p15, 0, r8, c7, c10, 1
    mcr     p15, 0, r8, c7, c10, 1
    end_example

    example W6, arm
    ldr     r0, [r8]
    str     r0, [r8]
    measured
    mcr     p15, 0, r8, c7, c6, 1
    end_example

    // Four lines of the set replace what is not locked.
    .macro  replace_set
    .irp    register, r4, r5, r6, r7
    ldr     r0, [\register]
    .endr
    ldr     r0, [r8]
    .endm
    .macro  prepare_set
    add     r4, r8, #0x1000
    add     r5, r8, #0x2000
    add     r6, r8, #0x3000
    add     r7, r8, #0x4000
    .irp    register, r4, r5, r6, r7
    ldr     r0, [\register, #0x9E0]         @ its page
    .endr
    .endm

    // Round-robin.
    example W8, arm
    prepare_set
    ldr     r0, [r8]
    measured
    replace_set
    end_example

    example W9, arm
    prepare_set
    mov     r0, #1
    mcr     p15, 0, r0, c9, c2, 0
    ldr     r0, [r8]
    mov     r0, #0
    mcr     p15, 0, r0, c9, c2, 0
    measured
    replace_set
    after
    mcr     p15, 0, r0, c9, c2, 1
    end_example

    example W7, arm
    ldr     r0, [r8]
    str     r0, [r8]
    add     r4, r8, #0x400
    measured
    mcr     p15, 0, r4, c7, c2, 5
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

    // Not aligned: the aligned word, which LDR rotates; the aligned halfword.
    .irp    state, arm, thumb
    example X7, \state, 1
    ldr     r0, =0x44332211
    str     r0, [r2]
    mov     r1, #1
    measured
    ldr     r0, [r2, r1]
    end_example

    example X8, \state, 3
    mov     r0, #0
    str     r0, [r2, #4]
    mov     r0, #0x55
    mov     r1, #7
    measured
    str     r0, [r2, r1]
    after
    ldr     r1, [r9, #4]
    end_example

    example X9, \state, 1
    uart_register
    mov     r0, #0x12
    str     r0, [r1]
    add     r1, r1, #1
    measured
    ldrh    r0, [r1]
    end_example

    example X10, \state, 1
    uart_register
    mov     r0, #0x34
    add     r1, r1, #1
    measured
    strh    r0, [r1]
    after
    uart_register
    ldr     r0, [r1]
    end_example

    // Aborted by the bus at the end of the memory.
    example X11, \state
    vector  data_abort, subs pc, lr, #4
    end_of_memory
    measured
    load_four r1
    skipped_in_thumb
    end_example

    example X12, \state
    vector  data_abort, subs pc, lr, #4
    end_of_memory
    measured
    store_four r1
    skipped_in_thumb
    end_example

    // VICVECTCNTL14 and 15, after which there is no register.
    example X13, \state
    vector  data_abort, subs pc, lr, #4
    add     r1, r9, #0x138
    measured
    load_four r1
    skipped_in_thumb
    end_example
    .endr

    example X14, arm, 1
    ldr     r0, =0x44332211
    str     r0, [r9]
    add     r1, r9, #2
    measured
    ldm     r1, {r0, r4-r6}
    end_example

    example X5, arm
    measured
    pld     [r9]
    end_example

// --- L: TLBs ---------------------------------------------------------------------------------------

    example L1, arm
    load_pages_twice 33

    example L2, arm
    ldr     r0, [r8]
    measured
    mcr     p15, 0, r8, c8, c6, 1
    ldr     r0, [r8]
    end_example

// --- I: instruction cache --------------------------------------------------------------------------

    .irp    state, arm, thumb
    example I1, \state
    drop_line_of 1f
    measured
1:
    .rept   8
    nop
    .endr
    end_example

    example I3, \state
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
    .irp    id, I4, I5
    example \id, arm
    drop_line_of 1f
    change_control clear=CONTROL_I
    measured
1:
    .ifc    \id, I5
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

    // The line has a page of its own. The twin branches as often.
    example I2, arm
    ldr     r5, =line_on_its_page
    ldr     r6, =arm_mov_pc_r4
    mcr     p15, 0, r5, c7, c5, 1
    mov     r0, #0
    mcr     p15, 0, r0, c8, c5, 0
    mov     lr, pc
    ldr     pc, =arm_bx_lr
    adr     r1, 1f
    adr     r4, 2f
    measured
    mov     pc, r5
    nop
1:
    instead
    mov     pc, r6
    nop
2:
    end_example

// --- C: coprocessors -------------------------------------------------------------------------------

    example C1, arm
    mov     r0, #0
    measured
    mcr     p15, 0, r0, c7, c10, 4
    end_example

#if defined(TWO_COUNTERS)
    // Shown: CCNT, and that what wakens it came.
    example C2, arm, 0b0011
    prepare_wakening
    mov     r0, #1
    measured
    mcr     p14, 0, r0, c7, c0, 0
    after
    read_ccnt r0
    end_wakening r1
    end_example
#else
    example C3, arm
    vector  undefined, movs pc, lr
    mov     r0, #1
    measured
    mcr     p14, 0, r0, c7, c0, 0
    end_example
#endif

    // Shown: the core generation.
    example C4, arm, 0b0001
    measured
    mrc     p15, 0, r0, c0, c0, 0
    after
    mov     r0, r0, lsr #13
    and     r0, r0, #7
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

    // The frame's counters are used, started anew: r4.
    .macro  count_instructions
#if defined(TWO_COUNTERS)
    ldr     r4, =(0x7 << 12 | 7)
#else
    mov     r4, #0x7
    mcr     p14, 0, r4, c8, c1, 0           @ EVTSEL
#endif
    .endm
    .macro  ten_instructions
    write_pmnc r11
    write_pmnc r4
    .rept   10
    nop
    .endr
    read_pmn0 r0
    .endm

    example P1, arm, 0b0001
    count_instructions
    measured
    ten_instructions
    end_example

    example P2, arm, 0b0010
    count_instructions
    measured
    ten_instructions
    .rept   3
    nop
    .endr
    read_pmn0 r1
    end_example

    example P3, arm, 0b0110
    count_instructions
    measured
    ten_instructions
    .rept   3
    nop
    .endr
    read_pmn0 r1
    mov     r0, #0
    write_pmnc r0
    read_pmn0 r1
    nop
    read_pmn0 r2
    end_example

    example P4, arm
    vector  undefined, movs pc, lr
    mov     r0, #0
    measured from=user, to=svc
    write_pmnc r0
    end_example

#include "xscale_mmu.inc"
