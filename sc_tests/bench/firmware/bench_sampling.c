// SPDX-License-Identifier: Apache-2.0
// The work of bench_mixed, with an interrupt every 10,000 instructions if asked to.
//
//   bench_sampling ITERATIONS [sample]
#include "bench_program.h"
#include "cpu.h"
#include "pmu.h"
#include "sampler.h"
#include "vic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD 10000u

static volatile uint32_t interrupts;

static void take_sample(uint32_t pc) {
    (void)pc;
    ++interrupts;
    pmu_clear_overflows(PMU_BIT(SAMPLER));
    sampler_reload(PERIOD);
}

int main(int argc, char** argv) {
    if (argc < 2) {
        printf("expected ITERATIONS [sample]\n");
        return 1;
    }
    const int samples = argc > 2 && strcmp(argv[2], "sample") == 0;
    sampler_prepare();
    if (samples) {
        vic_enable(VIC_LINE_PMU, take_sample);
        pmu_write(SAMPLER, 0u - PERIOD);
        pmu_enable_interrupts(PMU_BIT(SAMPLER));
        irq_enable();
    }
    pmu_start();
    const uint32_t checksum = work(strtoul(argv[1], NULL, 0));
    pmu_stop();
    const uint32_t instructions = pmu_read(WITNESS);
    printf("interrupts %" PRIu32 ", instructions %" PRIu32 ", checksum %08" PRIX32 "\n", interrupts,
           instructions, checksum);
    // Of some ten thousand instructions each, its own included.
    return samples && interrupts < instructions / (PERIOD + PERIOD / 10);
}
