// SPDX-License-Identifier: Apache-2.0
// An interrupt every 1000 instructions. Counter 0 overflows and is set back by its handler, counter
// 1 counts the same and is left alone. Then
// - from overflow to overflow counter 1 advances by the same number: none is lost, none comes
// twice;
// - each interrupt comes at most as many instructions late as are said;
// - what has been counted between two interrupts is as many instructions as lie between the
//   addresses that they interrupted: none is counted twice, or not at all.
//
// Arguments: the number of interrupts, at least 10 (2000), and the instructions that one may be
// late (LONGEST_BLOCK).
#include "paced_work.h"

#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "sampler.h"
#include "vic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PERIOD 1000u
/// Instructions of the calibration that are not of the entry to an interrupt, at most.
#define CALIBRATION_ERROR 12u

enum fault {
    FAULT_STATUS,      ///< another line than the PMU's, or none
    FAULT_FLAG,        ///< another overflow flag than the sampler's, or none
    FAULT_NOT_CLEARED, ///< a flag or the request stood after it had been cleared
    FAULT_PERIOD,      ///< an overflow lost or one too many
    FAULT_PC,          ///< interrupted elsewhere than at work
    FAULT_DISTANCE,    ///< counted another number of instructions than were executed
    FAULTS
};

static const char* const fault_texts[FAULTS] = {
    "interrupts with another status of the controller than the PMU's line",
    "interrupts with other overflow flags than the sampler's",
    "requests that stood after they were cleared",
    "intervals between overflows of another length",
    "interrupts elsewhere than at work",
    "intervals with another count than the addresses say",
};

static volatile uint32_t faults[FAULTS];
static volatile uint32_t interrupts;
static uint32_t wanted; ///< interrupts until this work ends
static uint32_t lost;   ///< instructions that the sampler does not see at each reload
static uint32_t shortest;
static uint32_t longest;
static const char* begin; ///< of the work, and its end
static const char* end;
static unsigned instruction_bytes;
static bool is_first; ///< of the work

static void expect(bool holds, enum fault fault) {
    if (!holds) {
        ++faults[fault];
    }
}

/// \param overflow,at,pc witness at the overflow, at the interrupt; address that it interrupted
static void check_interval(uint32_t overflow, uint32_t at, uint32_t pc, uint32_t left) {
    static uint32_t overflow_before;
    static uint32_t index_before;
    static uint32_t overhead = UINT32_MAX; ///< entry and return, as far as they are not in `left`
    const uint32_t index = (pc - (uint32_t)begin) / instruction_bytes;
    if (!is_first) {
        expect(overflow - overflow_before == PERIOD + lost, FAULT_PERIOD);
        const uint32_t advanced = (index + PASS_INSTRUCTIONS - index_before) % PASS_INSTRUCTIONS;
        const uint32_t surplus = (at - left + PASS_INSTRUCTIONS - advanced) % PASS_INSTRUCTIONS;
        if (overhead == UINT32_MAX) {
            overhead = surplus;
        }
        expect(surplus == overhead, FAULT_DISTANCE);
    }
    is_first = false;
    overflow_before = overflow;
    index_before = index;
}

void take_overflow(uint32_t pc) {
    static uint32_t left; ///< witness at the end of the handler before
    const uint32_t since = pmu_read(SAMPLER);
    const uint32_t at = pmu_read(WITNESS);
    expect(vic_status() == PMU_BIT(VIC_LINE_PMU), FAULT_STATUS);
    expect(pmu_overflows() == PMU_BIT(SAMPLER), FAULT_FLAG);
    pmu_clear_overflows(PMU_BIT(SAMPLER));
    sampler_reload(PERIOD);
    expect(pmu_overflows() == 0 && vic_status() == 0, FAULT_NOT_CLEARED);
    if (since < shortest) {
        shortest = since;
    }
    if (since > longest) {
        longest = since;
    }
    expect(pc >= (uint32_t)begin && pc < (uint32_t)end, FAULT_PC);
    check_interval(at - since, at, pc, left);
    if (++interrupts == wanted) {
        pmu_disable_interrupts(PMU_BIT(SAMPLER));
        is_working = 0;
    }
    left = pmu_read(WITNESS);
}

/// Instructions from the entry to an interrupt to the read of the sampler, and at most
/// CALIBRATION_ERROR more: of a request that stands when the mask is taken away.
static uint32_t measure_entry(void) {
    sampler_prepare();
    pmu_write(SAMPLER, 0u - 1);
    pmu_enable_interrupts(PMU_BIT(SAMPLER));
    vic_enable(VIC_LINE_PMU, NULL);
    wanted = 1;
    is_first = true;
    shortest = UINT32_MAX;
    pmu_start();
    while (vic_status() == 0) {
    }
    const uint32_t before = pmu_read(SAMPLER);
    irq_enable();
    irq_disable();
    pmu_stop();
    interrupts = 0;
    faults[FAULT_PC] = 0; // this was none of the work
    return shortest - before;
}

static void work(uint32_t count, void (*run)(void), const char* first, const char* last,
                 unsigned bytes) {
    sampler_prepare();
    begin = first;
    end = last;
    instruction_bytes = bytes;
    is_first = true;
    is_working = 1;
    wanted = interrupts + count;
    pmu_write(SAMPLER, 0u - PERIOD);
    pmu_enable_interrupts(PMU_BIT(SAMPLER));
    pmu_start();
    irq_enable();
    run();
    irq_disable();
    pmu_stop();
}

/// \return false: it is not a number from `least` up
static bool read_number(const char* text, uint32_t least, uint32_t* number) {
    char* rest;
    *number = strtoul(text, &rest, 10);
    return rest != text && *rest == '\0' && *number >= least;
}

int main(int argc, char** argv) {
    uint32_t count = 2000;
    uint32_t latest = LONGEST_BLOCK;
    if (argc > 3 || (argc > 1 && !read_number(argv[1], 10, &count)) ||
        (argc > 2 && !read_number(argv[2], 0, &latest))) {
        printf("overflow_interrupts: expected the number of interrupts, 10 or more, and how many "
               "instructions late one may be\n");
        return 1;
    }
    check(work_arm_end - work_arm_begin == 4 * (int)PASS_INSTRUCTIONS &&
              work_thumb_end - work_thumb_begin == 2 * (int)PASS_INSTRUCTIONS,
          "a pass has not %u instructions", PASS_INSTRUCTIONS);
    lost = sampler_measure_loss();
    const uint32_t entry = measure_entry();
    shortest = UINT32_MAX;
    longest = 0;
    work(count / 2, work_arm, work_arm_begin, work_arm_end, 4);
    work(count - count / 2, work_thumb, work_thumb_begin, work_thumb_end, 2);

    printf("%" PRIu32 " interrupts, the sampler read %" PRIu32 " to %" PRIu32
           " instructions after the overflow, an entry takes up to %" PRIu32 "\n",
           interrupts, shortest, longest, entry);
    check(interrupts == count, "%" PRIu32 " interrupts, expected %" PRIu32, interrupts, count);
    for (unsigned k = 0; k < FAULTS; ++k) {
        check(faults[k] == 0, "%" PRIu32 " %s", faults[k], fault_texts[k]);
    }
    check(shortest + CALIBRATION_ERROR >= entry, "an interrupt %" PRIu32 " instructions too early",
          entry - shortest);
    check(longest <= entry + latest, "an interrupt %" PRIu32 " instructions late, at most %" PRIu32,
          longest - entry, latest);
    check(longest <= shortest + latest, "interrupts %" PRIu32 " to %" PRIu32 " instructions late",
          shortest, longest);
    return check_result("overflow_interrupts");
}
