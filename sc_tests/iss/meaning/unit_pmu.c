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
    return ENABLE_AND_RESET | SELECTED_EVENTS();
}

void unit_read(uint32_t* values) {
    for (unsigned n = 0; n < pmu_counters(); ++n) {
        values[n] = pmu_read(n);
    }
}
