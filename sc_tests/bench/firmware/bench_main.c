// SPDX-License-Identifier: Apache-2.0
// Starts the PMU if asked to, lets the program work, prints counters and checksum.
#include "bench_program.h"
#include "pmu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    if (argc < 2) {
        printf("expected ITERATIONS [pmu]\n");
        return 1;
    }
    const uint32_t iterations = strtoul(argv[1], NULL, 0);
    const int has_pmu = argc > 2 && strcmp(argv[2], "pmu") == 0;
    if (has_pmu) {
        pmu_reset();
        pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
        pmu_select(1, pmu_event_number(PMU_BRANCHES));
        pmu_start();
    }
    const uint32_t checksum = work(iterations);
    if (has_pmu) {
        pmu_stop();
        printf("instructions %" PRIu32 " branches %" PRIu32 " cycles %" PRIu32 "\n", pmu_read(0),
               pmu_read(1), pmu_read(PMU_CYCLE_COUNTER));
    }
    printf("checksum %08" PRIX32 "\n", checksum);
    return 0;
}
