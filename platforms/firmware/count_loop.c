// SPDX-License-Identifier: Apache-2.0
// Counts instructions and branches of code whose numbers are known, and finds them to be exact.
#include "check.h"
#include "count_blocks.h"
#include "pmu.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

enum { INSTRUCTIONS, BRANCHES };

struct counts {
    uint32_t instructions;
    uint32_t branches;
    uint32_t cycles;
};

typedef void (*block)(uint32_t n);

/// Counts one call. The reads and the call count too: that is the offset of the measurement.
static __attribute__((noipa)) struct counts measure(block code, uint32_t n) {
    struct counts before;
    struct counts after;
    before.branches = pmu_read(BRANCHES);
    before.cycles = pmu_read(PMU_CYCLE_COUNTER);
    before.instructions = pmu_read(INSTRUCTIONS);
    code(n);
    after.instructions = pmu_read(INSTRUCTIONS);
    after.cycles = pmu_read(PMU_CYCLE_COUNTER);
    after.branches = pmu_read(BRANCHES);
    return (struct counts){after.instructions - before.instructions,
                           after.branches - before.branches, after.cycles - before.cycles};
}

struct loop {
    const char* name;
    block code;
    uint32_t instructions; ///< a pass
    uint32_t branches;     ///< a pass; 0: it depends on what the part calls a branch
};

static const struct loop loops[] = {
    {"2 instructions", block_loop_2, 2, 1},
    {"8 instructions", block_loop_8, 8, 1},
    {"store, load", block_loop_memory, 4, 1},
    {"STM, LDM", block_loop_multiple, 6, 1},
    {"call", block_loop_call, 4, 0},
    {"Thumb, 2", block_thumb_loop_2, 2, 1},
    {"Thumb, PUSH, POP", block_thumb_loop_stack, 5, 1},
};

static const uint32_t passes[] = {1, 10, 100, 1000, 2000, 20000};

static void count_loops(void) {
    printf("%-17s %7s %13s %9s %9s %7s %7s\n", "loop", "passes", "instructions", "branches",
           "cycles", "a pass", "offset");
    for (size_t k = 0; k < sizeof loops / sizeof loops[0]; ++k) {
        const struct loop* const loop = &loops[k];
        const struct counts one = measure(loop->code, 1);
        for (size_t p = 0; p < sizeof passes / sizeof passes[0]; ++p) {
            const uint32_t n = passes[p];
            const struct counts first = measure(loop->code, n);
            const struct counts again = measure(loop->code, n);
            const uint32_t expected = loop->instructions * (n - 1);
            if (n == passes[sizeof passes / sizeof passes[0] - 1]) {
                printf("%-17s %7" PRIu32 " %13" PRIu32 " %9" PRIu32 " %9" PRIu32 " %7" PRIu32
                       " %7" PRIu32 "\n",
                       loop->name, n, first.instructions, first.branches, first.cycles,
                       (first.instructions - one.instructions) / (n - 1),
                       first.instructions - loop->instructions * n);
            }
            check(first.instructions - one.instructions == expected,
                  "loop \"%s\": %" PRIu32 " passes take %" PRIu32
                  " instructions more than 1, expected %" PRIu32,
                  loop->name, n, first.instructions - one.instructions, expected);
            check(again.instructions == first.instructions && again.branches == first.branches,
                  "loop \"%s\": %" PRIu32 " instructions and %" PRIu32
                  " branches, the second time %" PRIu32 " and %" PRIu32,
                  loop->name, first.instructions, first.branches, again.instructions,
                  again.branches);
            check(loop->branches == 0 || first.branches - one.branches == loop->branches * (n - 1),
                  "loop \"%s\": %" PRIu32 " passes take %" PRIu32
                  " branches more than 1, expected %" PRIu32,
                  loop->name, n, first.branches - one.branches, loop->branches * (n - 1));
            check(first.cycles >= first.instructions / 2,
                  "loop \"%s\": %" PRIu32 " instructions in %" PRIu32
                  " cycles, more than two a cycle",
                  loop->name, first.instructions, first.cycles);
        }
    }
}

static void count_straight_lines(void) {
    const struct counts none = measure(block_empty, 0);
    const struct counts few = measure(block_straight_16, 0);
    const struct counts many = measure(block_straight_256, 0);
    printf("straight lines of 0, 16, 256 instructions: %" PRIu32 ", %" PRIu32 ", %" PRIu32
           "; offset %" PRIu32 "\n",
           none.instructions, few.instructions, many.instructions, none.instructions);
    check(few.instructions - none.instructions == 16, "16 instructions in a line count as %" PRIu32,
          few.instructions - none.instructions);
    check(many.instructions - none.instructions == 256,
          "256 instructions in a line count as %" PRIu32, many.instructions - none.instructions);
}

static void check_stopped(void) {
    pmu_stop();
    const uint32_t instructions = pmu_read(INSTRUCTIONS);
    const uint32_t cycles = pmu_read(PMU_CYCLE_COUNTER);
    block_loop_2(1000);
    check(pmu_read(INSTRUCTIONS) == instructions && pmu_read(PMU_CYCLE_COUNTER) == cycles,
          "counters run on after the stop: instructions %" PRIu32 " to %" PRIu32 ", cycles %" PRIu32
          " to %" PRIu32,
          instructions, pmu_read(INSTRUCTIONS), cycles, pmu_read(PMU_CYCLE_COUNTER));
}

int main(void) {
    pmu_reset();
    pmu_select(INSTRUCTIONS, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_select(BRANCHES, pmu_event_number(PMU_BRANCHES));
    pmu_start();
    count_straight_lines();
    count_loops();
    check_stopped();
    return check_result("count_loop");
}
