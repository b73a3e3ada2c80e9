// SPDX-License-Identifier: Apache-2.0
// What there is to print of a part, whatever the part.
#pragma once

#include <program/unit_info.h>

#include <climits>
#include <string>
#include <vector>

namespace platform::exports {

/// Events that a part, or one of its revisions, has.
struct event_list {
    const pmu::event_table* events;
    unsigned bus_lines = UINT_MAX; ///< lines from this one on are inputs beside the event bus
    std::string name = {};         ///< `r0`; empty: the part has one list
    std::string title = {};        ///< when the part has this list; empty where it has one
};

/// The tables of a part.
struct part_tables {
    const program::unit_info& unit;
    const std::vector<event_list>& events;
};

} // namespace platform::exports
