// SPDX-License-Identifier: Apache-2.0
// The PMU of the CCI-400, in its register window.
#include "unit.h"

#include <cci.h>

#define COUNTERS 4u

unsigned unit_counters(void) {
    return COUNTERS;
}

uint32_t unit_select(const uint8_t* events, unsigned used) {
    CCI_PMCR = 0;
    for (unsigned n = 0; n < COUNTERS; ++n) {
        if (n < used) {
            CCI_ESR(n) = events[n];
        }
        CCI_ECTRL(n) = n < used;
    }
    return CCI_PMCR_CEN | CCI_PMCR_RST;
}

void unit_read(uint32_t* values) {
    for (unsigned n = 0; n < COUNTERS; ++n) {
        values[n] = CCI_ECNT(n);
    }
}
