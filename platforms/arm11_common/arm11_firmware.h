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

/// What follows from counts of the events that all have.
const std::vector<report::metric>& arm11_metrics();

/// A part of the family. \param kinds what its events are about \param make its platform
template <class Core, const pmu::event_table& Events>
iss::firmware_part arm11_firmware_part(const part::part_entry& part, iss::cpu_type cpu,
                                       const activity::event_map& kinds,
                                       decltype(iss::firmware_part::make) make) {
    iss::firmware_part p{part, kinds};
    p.cpu = cpu;
    p.events = iss::only_table<Events>;
    p.parking = {0x20, 0x21, 0x22}; // those of ETMEXTOUT
    p.make = make;
    p.counting_port = [](const program::option_values& options) {
        typename Core::config parameters = options.to(Core::all_parameters());
        parameters.start_delay_cycles = 0;
        parameters.stop_delay_cycles = 0;
        return iss::driven_port{std::make_unique<iss::core_port<Core>>(parameters), &arm11_driver};
    };
    p.metrics = arm11_metrics;
    return p;
}

} // namespace platform::arm11_common
