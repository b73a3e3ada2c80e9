// SPDX-License-Identifier: Apache-2.0
// What there is to print of a part, whatever the part.
#pragma once

#include <pmu/core/event_table.h>
#include <program/unit_info.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::exports {

/// The name that Linux perf has for an event of any CPU, such as `branch-misses`.
struct event_alias {
    const char* name;
    std::uint16_t number; ///< of the event that counts it on the part
};

/// The aliases of a table of events. Several may name one event; the first of these is the one that
/// it is shown by.
class alias_list {
public:
    constexpr alias_list() = default;
    /// \param aliases outlive this
    /// \throw std::invalid_argument, or no compilation: an alias names no event
    template <std::size_t N>
    constexpr alias_list(const event_alias (&aliases)[N], const pmu::event_table& events)
        : m_begin(aliases), m_size(N) {
        for (const event_alias& a : aliases) {
            bool is_there = false; // to compare a pointer is no constant under sanitizers
            for (const pmu::event_desc& e : events) {
                is_there = is_there || e.number == a.number;
            }
            if (!is_there) {
                throw std::invalid_argument("an alias names no event");
            }
        }
    }

    constexpr const event_alias* begin() const { return m_begin; }
    constexpr const event_alias* end() const { return m_begin + m_size; }
    constexpr std::size_t size() const { return m_size; }

private:
    const event_alias* m_begin = nullptr;
    std::size_t m_size = 0;
};

/// Events that a part, or one of its revisions, has.
struct event_list {
    const pmu::event_table* events;
    alias_list aliases = {};       ///< cycles are not among them: no event counter is needed
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
