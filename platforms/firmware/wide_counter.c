// SPDX-License-Identifier: Apache-2.0
// Counters of 64 bits: the overflow handler counts the wraps. So that wraps come often, the handler
// moves the counter forward to STEP before the next wrap and remembers by how much; the PMU is
// stopped meanwhile, and a second counter, which nobody moves, must agree to the last event.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#define STEP 20000u ///< counts from one wrap to the next, at least
#define PASSES 60u
#define FEWEST_WRAPS 5u

enum { FIRST, SECOND };

struct wide_counter {
    unsigned counter;
    uint32_t wraps;
    uint64_t moved; ///< how far the handler moved it forward
};

static volatile struct wide_counter wide;
static volatile uint32_t without_flag;
static volatile uint32_t sink;

/// Moves the stopped counter forward to STEP before its wrap.
static void move_forward(void) {
    const uint32_t value = pmu_read(wide.counter);
    wide.moved += 0u - STEP - value;
    pmu_write(wide.counter, 0u - STEP);
}

static void count_wrap(uint32_t pc) {
    (void)pc;
    pmu_stop();
    if ((pmu_overflows() & PMU_BIT(wide.counter)) == 0) {
        ++without_flag;
    } else {
        ++wide.wraps;
        move_forward();
    }
    pmu_start();
    // Not before: the ARM1136 lets its request go only while its counters are enabled.
    pmu_clear_overflows(PMU_BIT(wide.counter));
}

/// The 64-bit value, while counting or not. A wrap that the handler has not seen yet is taken into
/// account: its flag is up.
static uint64_t read_wide(void) {
    const uint32_t mask = irq_disable();
    uint32_t low = pmu_read(wide.counter);
    uint64_t high = wide.wraps;
    if ((pmu_overflows() & PMU_BIT(wide.counter)) != 0) {
        low = pmu_read(wide.counter);
        ++high;
    }
    const uint64_t value = (high << 32 | low) - wide.moved;
    irq_restore(mask);
    return value;
}

static __attribute__((noipa)) void workload(void) {
    for (uint32_t k = 0; k < 2000; ++k) {
        sink = sink * 5 + k;
    }
}

/// Runs the workload; wide.counter counts 64 bits of its event if `extends`, 32 otherwise.
static uint64_t run(unsigned counter, enum pmu_event first, enum pmu_event second, bool extends) {
    pmu_reset();
    pmu_select(FIRST, pmu_event_number(first));
    pmu_select(SECOND, pmu_event_number(second));
    wide.counter = counter;
    wide.wraps = 0;
    wide.moved = 0;
    if (extends) {
        move_forward();
        pmu_enable_interrupts(PMU_BIT(counter));
        vic_enable(VIC_LINE_PMU, count_wrap);
        irq_enable();
    }
    uint64_t before = 0;
    uint32_t backward = 0;
    pmu_start();
    for (unsigned pass = 0; pass < PASSES; ++pass) {
        workload();
        const uint64_t now = read_wide();
        if (now <= before || now - before >= UINT32_MAX) {
            ++backward;
        }
        before = now;
    }
    irq_disable(); // first: the handler starts the counters again
    pmu_stop();
    vic_disable(VIC_LINE_PMU);
    check(backward == 0, "%" PRIu32 " of %u readings are not plausibly above the one before",
          backward, PASSES);
    return read_wide();
}

static void report(const char* what, uint64_t value, uint64_t other, const char* other_name) {
    printf("%-12s %llu in %" PRIu32 " wraps; 0x%llX as the hardware saw it; %s: %llu\n", what,
           value, wide.wraps, value + wide.moved, other_name, other);
    check(wide.wraps >= FEWEST_WRAPS, "%s: %" PRIu32 " wraps, expected at least %u", what,
          wide.wraps, FEWEST_WRAPS);
    check(value + wide.moved >= (uint64_t)wide.wraps << 32,
          "%s: the 64-bit value 0x%llX is below its own wraps", what, value + wide.moved);
}

static void count_instructions(void) {
    const uint64_t value = run(FIRST, PMU_INSTRUCTIONS, PMU_INSTRUCTIONS, true);
    const uint32_t other = pmu_read(SECOND);
    report("instructions", value, other, "second counter");
    check(value == other, "64-bit counter: %llu instructions, second counter: %" PRIu32, value,
          other);
}

static void count_cycles(void) {
    const bool has_cycle_event = pmu_event_number(PMU_CYCLES) >= 0;
    const uint64_t value =
        run(PMU_CYCLE_COUNTER, PMU_NOTHING, has_cycle_event ? PMU_CYCLES : PMU_NOTHING, true);
    if (has_cycle_event) {
        const uint32_t other = pmu_read(SECOND);
        report("cycles", value, other, "second counter");
        check(value == other, "64-bit counter: %llu cycles, second counter: %" PRIu32, value,
              other);
        return;
    }
    // No event counter counts cycles: compare with a run without wraps. The way into the handler
    // and out of it comes on top; a wrap too few or too many would make a difference of 1 << 32.
    const uint32_t wraps = wide.wraps;
    const uint64_t moved = wide.moved;
    const uint64_t plain = run(PMU_CYCLE_COUNTER, PMU_NOTHING, PMU_NOTHING, false);
    wide.wraps = wraps;
    wide.moved = moved;
    report("cycles", value, plain, "without interrupts");
    check(value >= plain && value - plain < plain / 10,
          "64-bit counter: %llu cycles in %" PRIu32 " wraps, without interrupts: %llu", value,
          wraps, plain);
}

int main(void) {
    printf("wide_counter on %s: a wrap every %u counts\n", pmu_name(), STEP);
    count_instructions();
    count_cycles();
    check(without_flag == 0, "%" PRIu32 " interrupts without an overflow flag", without_flag);
    check(vic_spurious() == 0, "%u IRQ exceptions without a request", vic_spurious());
    return check_result("wide_counter");
}
