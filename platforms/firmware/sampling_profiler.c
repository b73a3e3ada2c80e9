// SPDX-License-Identifier: Apache-2.0
// A profiler: counter 0 overflows every PERIOD instructions, and the interrupt handler notes which
// function was at work. Argument: the period (default 1000).
//
// Counter 0 is reloaded with its value minus the period, so the time until the handler runs is not
// lost. What is lost are the instructions from its read to its write, the same number each time;
// `lost` has it. With counter 1, which counts the same and is left alone:
//   instructions = interrupts * (period + lost) + what counter 0 counted since the last reload
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "sampler.h"
#include "vic.h"
#include "workload.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_PERIOD 1000u
#define SHORTEST_PERIOD 500u // the handler takes about 200 instructions
#define LONGEST_PERIOD 100000u
#define ROUNDS 10u

static uint32_t period;
static volatile uint32_t interrupts;
static volatile uint32_t without_flag; ///< interrupts at which the sampler had not overflowed
static volatile uint32_t not_cleared;  ///< flags that stood after they had been cleared
static volatile uint32_t overruns;     ///< interrupts that came a whole period late
static volatile uint32_t latency;      ///< longest way from the overflow to the handler's read
static volatile uint32_t samples[WORK_COUNT + 1];

static void take_sample(uint32_t pc) {
    ++interrupts;
    if ((pmu_overflows() & PMU_BIT(SAMPLER)) == 0) {
        ++without_flag;
        return;
    }
    pmu_clear_overflows(PMU_BIT(SAMPLER));
    if ((pmu_overflows() & PMU_BIT(SAMPLER)) != 0) {
        ++not_cleared;
    }
    const uint32_t since = sampler_reload(period);
    if (since >= period) {
        ++overruns;
    }
    if (since > latency) {
        latency = since;
    }
    ++samples[work_at(pc)];
}

static uint32_t run_round(uint32_t checksum) {
    for (size_t k = 0; k < WORK_COUNT; ++k) {
        checksum = checksum * 31 + works[k].run(checksum);
    }
    return checksum;
}

static uint32_t run_rounds(void) {
    uint32_t checksum = 1;
    for (unsigned round = 0; round < ROUNDS; ++round) {
        checksum = run_round(checksum);
    }
    return checksum;
}

/// Instructions of each function in the same rounds, counted without interrupts.
static uint32_t count_exactly(uint32_t (*counts)[WORK_COUNT]) {
    uint32_t checksum = 1;
    sampler_prepare();
    pmu_start();
    for (unsigned round = 0; round < ROUNDS; ++round) {
        for (size_t k = 0; k < WORK_COUNT; ++k) {
            const uint32_t before = pmu_read(WITNESS);
            const uint32_t result = works[k].run(checksum);
            (*counts)[k] += pmu_read(WITNESS) - before;
            checksum = checksum * 31 + result;
        }
    }
    pmu_stop();
    return checksum;
}

static void print_row(const char* name, uint32_t count, uint32_t total, uint32_t exact) {
    const uint32_t share = total == 0 ? 0 : (count * 1000 + total / 2) / total;
    printf("%-10s %8" PRIu32 " %6" PRIu32 ".%" PRIu32 " %6" PRIu32 ".%" PRIu32 "  ", name, count,
           share / 10, share % 10, exact / 10, exact % 10);
    for (uint32_t mark = 0; mark < (share + 10) / 20; ++mark) {
        putchar('#');
    }
    putchar('\n');
}

static void print_and_check_histogram(const uint32_t (*counts)[WORK_COUNT]) {
    uint32_t work_total = 0;
    uint32_t sample_total = samples[WORK_COUNT];
    for (size_t k = 0; k < WORK_COUNT; ++k) {
        work_total += (*counts)[k];
        sample_total += samples[k];
    }
    // One sample more or less at each change of function, and some for the code around the rounds.
    const uint32_t tolerance = 20 + (sample_total == 0 ? 1000 : 2000 / sample_total);
    printf("%-10s %8s %8s %8s\n", "function", "samples", "per cent", "expected");
    for (size_t k = 0; k < WORK_COUNT; ++k) {
        const uint32_t exact = (uint32_t)((uint64_t)(*counts)[k] * 1000 / work_total);
        print_row(works[k].name, samples[k], sample_total, exact);
        const uint32_t share = sample_total == 0 ? 0 : samples[k] * 1000 / sample_total;
        const uint32_t difference = share > exact ? share - exact : exact - share;
        check(difference <= tolerance,
              "%s has %" PRIu32 " of 1000 samples, but %" PRIu32 " of 1000 instructions",
              works[k].name, share, exact);
    }
    print_row("(other)", samples[WORK_COUNT], sample_total, 0);
    check(sample_total == interrupts - without_flag,
          "%" PRIu32 " samples of %" PRIu32 " interrupts", sample_total, interrupts);
}

static int read_arguments(int argc, char** argv) {
    period = DEFAULT_PERIOD;
    if (argc > 1) {
        char* end;
        errno = 0;
        const unsigned long value = strtoul(argv[1], &end, 0);
        if (argc > 2 || end == argv[1] || *end != '\0' || errno != 0 || value < SHORTEST_PERIOD ||
            value > LONGEST_PERIOD) {
            printf("sampling_profiler: the argument is the period, %u to %u instructions, not "
                   "\"%s%s\"\n",
                   SHORTEST_PERIOD, LONGEST_PERIOD, argv[1], argc > 2 ? " ..." : "");
            return 1;
        }
        period = value;
    }
    return 0;
}

int main(int argc, char** argv) {
    if (read_arguments(argc, argv) != 0) {
        return 1;
    }
    uint32_t counts[WORK_COUNT] = {0};
    const uint32_t lost = sampler_measure_loss();
    const uint32_t expected_checksum = count_exactly(&counts);

    sampler_prepare();
    pmu_write(SAMPLER, 0u - period);
    pmu_enable_interrupts(PMU_BIT(SAMPLER));
    vic_enable(VIC_LINE_PMU, take_sample);
    irq_enable();
    pmu_start();
    const uint32_t checksum = run_rounds();
    irq_disable(); // first: a reload of stopped counters would lose nothing
    pmu_stop();
    vic_disable(VIC_LINE_PMU);

    const uint32_t instructions = pmu_read(WITNESS);
    const uint32_t rest = pmu_read(SAMPLER) + period;
    const uint32_t explained = interrupts * (period + lost) + rest;
    printf("sampling_profiler on %s: a sample every %" PRIu32 " instructions\n", pmu_name(),
           period);
    print_and_check_histogram((const uint32_t(*)[WORK_COUNT]) & counts);
    printf("%" PRIu32 " interrupts, at most %" PRIu32 " instructions after the overflow; %" PRIu32
           " instructions, %" PRIu32 " lost a reload\n",
           interrupts, latency, instructions, lost);

    check(checksum == expected_checksum,
          "the workload computed 0x%08" PRIX32 " under interrupts, 0x%08" PRIX32 " without",
          checksum, expected_checksum);
    check(interrupts != 0, "no interrupt in %" PRIu32 " instructions", instructions);
    check(explained == instructions,
          "the interrupts explain %" PRIu32 " instructions, %" PRIu32 " were counted", explained,
          instructions);
    check(rest < period + latency,
          "an overflow was not served: %" PRIu32 " instructions since the last reload", rest);
    check(without_flag == 0, "%" PRIu32 " interrupts without an overflow flag", without_flag);
    check(not_cleared == 0, "%" PRIu32 " flags stood after they were cleared", not_cleared);
    check(overruns == 0, "%" PRIu32 " interrupts came a whole period late", overruns);
    check(vic_spurious() == 0, "%u IRQ exceptions without a request", vic_spurious());
    return check_result("sampling_profiler");
}
