// SPDX-License-Identifier: Apache-2.0
// An overflow interrupt at each instruction around an IT block. If the block holds an instruction
// that may mask interrupts, and the overflow comes before that, it is taken before it: in exact mode
// after the instruction of the overflow, with the ITSTATE of the next one in the SPSR (ARM ARM,
// B1.8.3). Any other IT block is executed to its end first. The handler is ARM code that accesses a
// device, and executes for the first time while an IT block is half executed.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
#include <stdio.h>

struct sequence {
    const char* name;
    uint32_t (*run)(uint32_t counter); ///< \return additions of the IT block that were executed
    const char* begin;                 ///< of the instructions in question
    unsigned in_it_bytes;              ///< of that in the middle of the IT block
    bool may_mask;
    bool stays_masked;
};

// Of the instructions in question, by number: NOPs, CMP, IT, addition, one that differs, addition.
#define IT 5u
#define FIRST_IN_IT 6u
#define DIFFERS 7u
#define LAST_IN_IT 8u
#define AFTER_IT 9u
#define MASKS 14u ///< the MSR after them
#define NONE 99u

extern volatile uint32_t interrupted[3]; ///< PC, SPSR; how often
extern uint32_t counter_at_begin(uint32_t counter);

__asm__(".syntax unified\n"
        ".text\n"
        ".macro start name\n"
        "    .balign 4\n"
        "    .thumb\n"
        "    .global \\name\n"
        "    .type   \\name, %function\n"
        "\\name:\n"
        "    push    {r4, r7, lr}\n"
        "    mrs     r7, cpsr\n"
        "    movs    r4, #0\n"
        "    mcr     p15, 0, r0, c9, c13, 2\n" // PMXEVCNTR
        "    movs    r1, #1\n"
        "    mcr     p15, 0, r1, c9, c12, 1\n" // PMCNTENSET
        "    cpsie   i\n"
        ".endm\n"
        ".macro stop\n"
        "    msr     cpsr_c, r7\n"
        "    movs    r1, #1\n"
        "    mcr     p15, 0, r1, c9, c12, 2\n" // PMCNTENCLR
        "    pop     {r4, r7, pc}\n"
        ".endm\n"
        ".macro sequence name, in_it:vararg\n"
        "    start   run_\\name\n"
        "    .global begin_\\name\n"
        "begin_\\name:\n"
        "    nop\n"
        "    nop\n"
        "    nop\n"
        "    nop\n"
        "    cmp     r0, r0\n"
        "    .short  0xBF02\n" // ittt eq
        "    .short  0x3401\n" // addeq r4, #1
        "    \\in_it\n"
        "    .short  0x3401\n"
        "    nop\n"
        "    nop\n"
        "    nop\n"
        "    nop\n"
        "    movs    r0, r4\n"
        "    stop\n"
        ".endm\n"
        "    start   counter_at_begin\n"
        "    mrc     p15, 0, r0, c9, c13, 2\n"
        "    stop\n"
        "sequence msr, .inst.w 0xF3878100\n" // msreq cpsr_c, r7
        "sequence svc, .inst.n 0xDF01\n"     // svceq #1
        "sequence udf, .inst.n 0xDE01\n"     // udfeq #1
        "sequence bkpt, .inst.n 0xBE01\n"    // bkpt #1
        "sequence add, .inst.n 0x3100\n"     // addeq r1, #0
        ".arm\n"
        ".balign 4\n"
        ".global irq_handler, svc_handler, undefined_handler, prefetch_abort_handler\n"
        "irq_handler:\n"
        "    sub     lr, lr, #4\n"
        "    push    {r0-r3, lr}\n"
        "    ldr     r0, =interrupted\n"
        "    mrs     r1, spsr\n"
        "    ldr     r2, [r0, #8]\n"
        "    add     r2, r2, #1\n"
        "    str     lr, [r0]\n"
        "    stmib   r0, {r1, r2}\n"
        "    mov     r0, #1\n"
        "    mcr     p15, 0, r0, c9, c12, 2\n" // PMCNTENCLR
        "    mcr     p15, 0, r0, c9, c12, 3\n" // PMOVSR
        "    ldr     r1, =0x10140000\n"        // VIC
        "    str     r0, [r1, #0x14]\n"
        "    str     r0, [r1, #0x10]\n"
        "    ldm     sp!, {r0-r3, pc}^\n"
        "prefetch_abort_handler:\n" // to the instruction after BKPT, whose ITSTATE is that of BKPT
        "    sub     lr, lr, #2\n"
        "svc_handler:\n"
        "undefined_handler:\n"
        "    movs    pc, lr\n"
        "    .ltorg\n"
        "    .data\n"
        "    .balign 4\n"
        "    .global interrupted\n"
        "interrupted:\n"
        "    .word   0, 0, 0\n"
        "    .text\n"
        "    .thumb\n");

#define SEQUENCE(name) uint32_t run_##name(uint32_t counter); extern const char begin_##name[]
SEQUENCE(msr);
SEQUENCE(svc);
SEQUENCE(udf);
SEQUENCE(bkpt);
SEQUENCE(add);

/// Which instruction was interrupted.
static unsigned number_of(const struct sequence* s, uint32_t pc) {
    const uint32_t offset = pc - (uint32_t)s->begin;
    const uint32_t to_differing = 2 * DIFFERS;
    return offset <= to_differing ? offset / 2
                                  : (offset - to_differing - s->in_it_bytes) / 2 + LAST_IN_IT;
}

static uint32_t it_state(uint32_t psr) {
    return (psr >> 25 & 3) | (psr >> 8 & 0xFC);
}

/// Lets the counter overflow at an instruction. \return which one was interrupted, or NONE
static unsigned overflow_at(const struct sequence* s, unsigned number, uint32_t before) {
    interrupted[2] = 0;
    const uint32_t additions = s->run(0 - (before + number + 1));
    pmu_clear_overflows(PMU_BIT(0));
    check(additions == 2, "%s: %" PRIu32 " additions", s->name, additions);
    check(interrupted[2] <= 1, "%s: %" PRIu32 " interrupts", s->name, interrupted[2]);
    return interrupted[2] != 0 ? number_of(s, interrupted[0]) : NONE;
}

static void check_one(const struct sequence* s, unsigned number, unsigned at, bool is_exact) {
    if (number >= DIFFERS && s->may_mask) {
        check((at == NONE) == s->stays_masked && at > DIFFERS, "%s, %u: at %u", s->name, number, at);
        return;
    }
    static const uint8_t it_states[] = {0x02, 0x04, 0x08}; // of the three instructions
    const bool is_inside = at >= FIRST_IN_IT && at <= LAST_IN_IT;
    const uint32_t expected = is_inside ? it_states[at - FIRST_IN_IT] : 0;
    check(it_state(interrupted[1]) == expected, "%s, %u: ITSTATE 0x%02" PRIX32, s->name, number,
          it_state(interrupted[1]));
    const unsigned latest = s->may_mask ? DIFFERS : MASKS;
    check(at > number && at <= latest, "%s, %u: at %u", s->name, number, at);
    if (is_exact) {
        const bool is_put_off = !s->may_mask && number >= IT && number < LAST_IN_IT;
        check(at == (is_put_off ? AFTER_IT : number + 1), "%s, %u: exact, at %u", s->name, number, at);
    }
}

int main(void) {
    static const struct sequence sequences[] = {
        {"MSR", run_msr, begin_msr, 4, true, true},   {"SVC", run_svc, begin_svc, 2, true, false},
        {"UDF", run_udf, begin_udf, 2, true, false},  {"BKPT", run_bkpt, begin_bkpt, 2, true, false},
        {"ADD", run_add, begin_add, 2, false, false},
    };
    pmu_reset();
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_enable_interrupts(PMU_BIT(0));
    vic_enable(VIC_LINE_PMU, NULL);
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 5" ::"r"(0)); // PMSELR
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 2" ::"r"(1)); // PMCNTENCLR
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 0" ::"r"(1)); // PMCR.E
    const uint32_t before = counter_at_begin(0);
    // In fast mode an interrupt does not come in the middle of a block.
    const bool is_exact = overflow_at(&sequences[4], 1, before) == 2;
    for (unsigned k = 0; k < sizeof sequences / sizeof sequences[0]; ++k) {
        const struct sequence* s = &sequences[k];
        printf("%s:", s->name);
        for (unsigned pass = 0; pass < 3; ++pass) {
            for (unsigned number = 0; number < AFTER_IT; ++number) {
                const unsigned at = overflow_at(s, number, before);
                check_one(s, number, at, is_exact);
                printf(" %u", at);
            }
        }
        printf("\n");
    }
    return check_result("it_masks");
}
