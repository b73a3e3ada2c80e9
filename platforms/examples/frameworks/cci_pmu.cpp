// SPDX-License-Identifier: Apache-2.0
// The parameters of a PMU as parameters of CCI: a broker presets one, the others have their
// defaults.
//
// Prints:
//   two_bit_mode 1, start_delay_cycles 7
#include <pmu/adapters/cci_parameters.h>
#include <pmu/arm1136/arm1136_pmu.h>

#include <cstdio>

int sc_main(int, char**) {
    cci::cci_get_broker().set_preset_cci_value("pmu.two_bit_mode", "binary");
    cci::cci_get_broker().set_preset_cci_value("pmu.start_delay_cycles", "7");
    // README: begin
    pmu::cci_parameters parameters(pmu::arm1136_parameters, "pmu.");
    pmu::arm1136_pmu unit("pmu", parameters.config());
    // README: end
    sc_core::sc_signal<bool> clk("clk");
    unit.clk(clk);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const pmu::arm1136_config& config = unit.snapshot().parameters();
    std::printf("two_bit_mode %d, start_delay_cycles %u\n", static_cast<int>(config.two_bit),
                config.start_delay_cycles);
    return 0;
}
