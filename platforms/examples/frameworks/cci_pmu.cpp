// SPDX-License-Identifier: Apache-2.0
// The parameters of a PMU as parameters of CCI: a broker presets three, by text, a number and a
// truth value, the others have their defaults. What no parameter can be is refused in a sentence.
//
// Prints:
//   two_bit_mode 1, start_delay_cycles 7, irq_active_low 1
//   the parameter `two_bit_mode` of arm1136 is popcount (0) or binary (1), got 'ternary'
#include <pmu/adapters/cci_parameters.h>
#include <pmu/arm1136/arm1136_pmu.h>

#include <cci_configuration>
#include <cstdio>
#include <stdexcept>
#include <string>

struct platform : sc_core::sc_module {
    sc_core::sc_signal<bool> clk{"clk"};
    // README: begin
    pmu::cci_parameters<pmu::arm1136_parameters> parameters{"pmu."}; // NAME.pmu.two_bit_mode ...
    pmu::arm1136_pmu unit{"pmu", parameters.config()};
    // README: end

    explicit platform(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        unit.clk(clk);
    }
};

int sc_main(int, char**) {
    static cci_utils::broker presets("presets"); // CCI keeps it
    cci::cci_register_broker(presets);
    cci::cci_broker_handle broker = cci::cci_get_global_broker(cci::cci_originator("sc_main"));
    const auto preset = [&](const char* name, const auto& value) {
        broker.set_preset_cci_value(name, cci::cci_value(value));
    };
    preset("first.pmu.two_bit_mode", std::string("binary"));
    preset("first.pmu.start_delay_cycles", 7);
    preset("first.pmu.irq_active_low", true);
    preset("second.pmu.two_bit_mode", std::string("ternary"));

    platform first("first");
    try {
        platform second("second");
    } catch (const std::invalid_argument& e) {
        const pmu::arm1136_config config = first.parameters.config();
        std::printf("two_bit_mode %d, start_delay_cycles %u, irq_active_low %d\n",
                    static_cast<int>(config.two_bit),
                    static_cast<unsigned>(config.start_delay_cycles),
                    static_cast<int>(config.irq_active_low));
        std::printf("%s\n", e.what());
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return 0;
}
