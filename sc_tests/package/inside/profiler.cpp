// SPDX-License-Identifier: Apache-2.0
#include "profiler.h"

#include <pmu/cci400/cci400_pmu.h>
#include <pmu/xscale/xscale_pmu.h>

sc_core::sc_module& make_pmu(sc_core::sc_signal_in_if<bool>& clock) {
    static pmu::xscale_pmu unit("pmu");
    unit.clk(clock);
    return unit;
}

void make_impossible_pmu() {
    pmu::cci400_config parameters;
    parameters.revision = 16;
    pmu::cci400_pmu("impossible", parameters);
}

const void* registers_of_library() {
    return &pmu::xscale_registers;
}
