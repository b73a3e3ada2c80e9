// SPDX-License-Identifier: Apache-2.0
// What firmware needs to know of a part: its descriptor for the instruction-set simulator, which
// stands in the part's folder.
#pragma once

#include <iss/platform/firmware_platform.h>
#include <iss/stat/counting_unit.h>
#include <part/part_entry.h>
#include <report/metric.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace platform::iss {

/// A part that firmware can use: the PMU of a CPU, or a unit on its bus. It is made of the two
/// references; all else is set by its name.
struct firmware_part {
    const part::part_entry& part; ///< whose events are shown
    /// The events of the part and the activity that makes them.
    const activity::event_map& kinds;
    cpu_type cpu{}; ///< its CPU; of a unit on the bus the one that it is shown with
    /// All that the part knows with these options of its unit.
    const pmu::event_table& (*events)(const program::option_values& options) = nullptr;
    /// Event numbers on which drivers park counters: nobody expects them to count.
    std::vector<std::uint32_t> parking = {};
    /// Builds the platform of its CPU, which the setup is completed for; nullptr: it is on the bus.
    std::unique_ptr<firmware_platform> (*make)(const firmware_setup& setup) = nullptr;
    /// How a platform gets it on its bus; nullptr: it is a CPU's.
    bus_unit_plan (*on_bus)(const program::option_values& options) = nullptr;
    /// Whether this CPU can make an event happen; nullptr: any.
    bool (*can_happen)(const pmu::event_desc& event) = nullptr;
    /// A second PMU with its driver, for who counts from outside. \param options of the unit; what
    /// delays its counters does not apply
    driven_port (*counting_port)(const program::option_values& options) = nullptr;
    /// What follows from counts of its events.
    const std::vector<report::metric>& (*metrics)() = nullptr;

    bool parks(std::uint32_t number) const;
    /// The activity that an event counts; nothing: nobody makes it.
    std::optional<activity::activity_kind> kind_of(std::uint32_t number) const;
    /// The events that a table of counts has rows for. \param options see `events`
    std::vector<const pmu::event_desc*> shown_events(const program::option_values& options) const;
};

/// The platform for a part: its CPU, or the one that it is shown with, and on the bus all parts
/// that are units there.
/// \param setup without bus units; `options` are those of `part`
/// \param all the parts that there are
std::unique_ptr<firmware_platform> make_platform(const firmware_part& part,
                                                 const firmware_setup& setup,
                                                 const std::vector<const firmware_part*>& all);

/// A setup for the CPU with this PMU at its coprocessor interface.
firmware_setup completed(firmware_setup setup, cpu_type type, const program::unit_info& unit);

/// The options of a setup, or the unit's by default where it has none.
program::option_values options_of(const firmware_setup& setup, const program::unit_info& unit);

/// firmware_part::events of a part with one table.
template <const pmu::event_table& Table>
const pmu::event_table& only_table(const program::option_values& /*options*/) {
    return Table;
}

/// All parts, in the order of the list of parts.
const std::vector<const firmware_part*>& firmware_parts();

/// The part of this name, or nullptr.
const firmware_part* find_firmware_part(const std::string& name);

} // namespace platform::iss
