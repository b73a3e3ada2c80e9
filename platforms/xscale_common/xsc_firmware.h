// SPDX-License-Identifier: Apache-2.0
// What the two XScales share on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <xscale_common/xsc_activity.h>

namespace platform::xscale_common {

/// Of a PMU with two event counters: the modes of pmu_modes(), and what perf users ask for.
const std::vector<report::metric>& xsc_metrics();

/// The event of a counter that a driver programs; one that is not used counts nothing.
inline std::uint32_t xsc_event_at(const std::vector<std::uint32_t>& events, std::size_t counter) {
    return counter < events.size() ? events[counter] : pmu::xsc_unused_event;
}

/// What the simulator must know of an XScale.
/// \tparam Part gives the part for the command line
/// \tparam Parameters of the part
/// \tparam Events all that the PMU knows
/// \tparam Driver of a second one
template <class Pmu, iss::cpu_type Cpu, const part::part_entry& (*Part)(), const auto& Parameters,
          const pmu::event_table& Events, const iss::counting_driver& Driver>
const iss::firmware_part& xsc_firmware() {
    const auto make =
        [](const iss::firmware_setup& asked) -> std::unique_ptr<iss::firmware_platform> {
        const program::unit_info& unit = Part().unit;
        return std::make_unique<iss::one_bus_firmware_platform<Pmu>>(
            iss::completed(asked, Cpu, unit), iss::options_of(asked, unit).to(Parameters),
            xsc_lines(), xsc_event_kinds(), Events);
    };
    const auto counting_port = [](const program::option_values& options) -> iss::driven_port {
        using core = typename Pmu::core_type;
        return {std::make_unique<iss::core_port<core>>(options.to(Parameters)), &Driver};
    };
    static const iss::firmware_part part = [&] {
        iss::firmware_part p{Part(), xsc_event_kinds()};
        p.cpu = Cpu;
        p.events = iss::only_table<Events>;
        p.parking = {pmu::xsc_unused_event};
        p.make = make;
        p.counting_port = counting_port;
        p.metrics = xsc_metrics;
        return p;
    }();
    return part;
}

} // namespace platform::xscale_common
