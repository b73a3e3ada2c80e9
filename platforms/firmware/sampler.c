// SPDX-License-Identifier: Apache-2.0
#include "sampler.h"

#include "pmu.h"

void sampler_prepare(void) {
    pmu_reset();
    pmu_select(SAMPLER, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_select(WITNESS, pmu_event_number(PMU_INSTRUCTIONS));
}

// Never inlined or specialised: its loss is the same wherever it is called.
__attribute__((noipa)) uint32_t sampler_reload(uint32_t distance) {
    const uint32_t since = pmu_read(SAMPLER);
    pmu_write(SAMPLER, since - distance);
    return since;
}

uint32_t sampler_measure_loss(void) {
    sampler_prepare();
    pmu_start();
    sampler_reload(0);
    pmu_stop();
    return pmu_read(WITNESS) - pmu_read(SAMPLER);
}
