// SPDX-License-Identifier: Apache-2.0
// The PMU of the CPU, by MRC and MCR.
#include "unit.h"

#include <coprocessor.h>
#include <pmu.h>
#include <pmu_registers.h>

PMU_REGISTERS(COPROCESSOR_ACCESS)

#define ENABLE_AND_RESET 0x7u ///< E, P and C are the same bits in all four

unsigned unit_counters(void) {
    return pmu_counters();
}

uint32_t unit_select(const uint8_t* events, unsigned used) {
    pmu_reset();
    for (unsigned n = 0; n < used; ++n) {
        pmu_select(n, events[n]);
    }
#if defined(PMU_PART_ARM1136) || defined(PMU_PART_ARM1176) || defined(PMU_PART_XSCALE)
    return (read_PMNC() & 0x0FFFF000u) | ENABLE_AND_RESET; // with the events
#elif defined(PMU_PART_IXP42X) || defined(PMU_PART_CORTEX_R5)
    return ENABLE_AND_RESET;
#else
#error a part of which it is not known where its events are selected
#endif
}

void unit_read(uint32_t* values) {
    for (unsigned n = 0; n < pmu_counters(); ++n) {
        values[n] = pmu_read(n);
    }
}
