// SPDX-License-Identifier: Apache-2.0
// Runs a test in assembly and prints what the PMU counted meanwhile.
#include "pmu.h"
#include <inttypes.h>
#include <stdio.h>
int test_main(void);
__attribute__((weak)) int main(void) {
    pmu_reset();
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_select(1, pmu_event_number(PMU_BRANCHES));
    pmu_start();
    const int result = test_main();
    pmu_stop();
    printf("result %d, %" PRIu32 " instructions, %" PRIu32 " branches, %" PRIu32 " cycles\n",
           result, pmu_read(0), pmu_read(1), pmu_read(PMU_CYCLE_COUNTER));
    return result;
}
