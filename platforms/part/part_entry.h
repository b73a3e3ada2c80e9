// SPDX-License-Identifier: Apache-2.0
// A part as the command line sees it: its data, its events, its platform.
#pragma once

#include <exports/part_tables.h>
#include <part/pmu_platform.h>
#include <program/option_values.h>
#include <program/unit_info.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace platform::part {

struct part_entry;

/// A PMU of a demonstration, for who watches it.
struct watched_part {
    std::string name;       ///< among several; empty: it is the only one
    const part_entry* part; ///< nullptr: that of the platform, which has one
    components::watched_unit unit;
};

/// What the demonstration of a part is asked for.
struct demo_request {
    components::clock_choice clock;
    std::uint64_t cycles = 1'000'000; ///< of activity in each pass
    std::uint64_t seed = 1;           ///< of the activity
    std::function<bool()> stop_asked; ///< whether to end early; may be empty
    /// Who watches the PMUs, once they are built and after the end; may be empty.
    std::function<void(const std::vector<watched_part>&)> on_begin = {};
    std::function<void(bool held)> on_end = {};
};

/// All that there is about one part.
struct part_entry {
    const program::unit_info& unit;
    std::vector<exports::event_list> events; ///< one, or one for each revision that differs
    /// Builds the platform. \param options of the unit
    std::unique_ptr<pmu_platform> (*make)(const components::clock_choice& clock,
                                          const program::option_values& options);
    /// Plays a driver over generated activity and prints what it counted.
    /// \return whether all counts were right
    bool (*demo)(const demo_request& request, std::ostream& out);
    /// The list that a unit with these options has; nullptr: there is one list.
    const pmu::event_table& (*choose_events)(const program::option_values& options) = nullptr;

    const pmu::event_table& events_of(const program::option_values& options) const {
        return choose_events != nullptr ? choose_events(options) : *events.front().events;
    }
};

} // namespace platform::part
