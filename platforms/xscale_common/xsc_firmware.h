// SPDX-License-Identifier: Apache-2.0
// What the two XScales share on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <xscale_common/xsc_activity.h>

namespace platform::xscale_common {

/// What the simulator must know of an XScale.
/// \tparam Part gives the part for the command line
/// \tparam Parameters of the part
/// \tparam Events all that the PMU knows
/// \tparam Driver of a unit for samples, see core_sampling_unit
template <class Pmu, class Driver, iss::cpu_type Cpu, const part::part_entry& (*Part)(),
          const auto& Parameters, const pmu::event_table& Events>
const iss::firmware_part& xsc_firmware() {
    const auto make =
        [](const iss::firmware_setup& asked) -> std::unique_ptr<iss::firmware_platform> {
        const program::unit_info& unit = Part().unit;
        return std::make_unique<iss::one_bus_firmware_platform<Pmu>>(
            iss::completed(asked, Cpu, unit), iss::options_of(asked, unit).to(Parameters),
            xsc_lines(), xsc_event_kinds(), Events);
    };
    const auto make_sampling_unit =
        [](const program::option_values& options) -> std::unique_ptr<iss::sampling_unit> {
        return std::make_unique<iss::core_sampling_unit<typename Pmu::core_type, Driver>>(
            options.to(Parameters));
    };
    static const iss::firmware_part part{
        Part(), Cpu,     xsc_event_kinds(), iss::only_table<Events>, {pmu::xsc_unused_event},
        make,   nullptr, nullptr,           make_sampling_unit};
    return part;
}

} // namespace platform::xscale_common
