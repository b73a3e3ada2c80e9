// SPDX-License-Identifier: Apache-2.0
// What the ARM11 cores share on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <pmu/arm11_common/arm11_tables.h>

#include <vector>

namespace platform::arm11_common {

/// Tells the CPU how a PMU with these parameters starts and stops.
void set_settling(iss::iss_config& cpu, const pmu::arm11_config& parameters);

/// Programs a second PMU, which counts from where it is started to where it is stopped.
extern const iss::counting_driver arm11_driver;

/// firmware_part::counting_port of a part.
template <class Core>
iss::driven_port arm11_counting_port(const program::option_values& options) {
    typename Core::config parameters = options.to(Core::all_parameters());
    parameters.start_delay_cycles = 0;
    parameters.stop_delay_cycles = 0;
    return {std::make_unique<iss::core_port<Core>>(parameters), &arm11_driver};
}

/// Event numbers on which drivers park counters: those of ETMEXTOUT.
inline std::vector<std::uint32_t> arm11_parking() {
    return {0x20, 0x21, 0x22};
}

/// What follows from counts of the events that all have.
const std::vector<report::metric>& arm11_metrics();

} // namespace platform::arm11_common
