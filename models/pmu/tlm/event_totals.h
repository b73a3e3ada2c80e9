// SPDX-License-Identifier: Apache-2.0
// How often every event of a part has occurred, whatever its counters count.
#pragma once

#include <pmu/core/event_table.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace PMU_API pmu {

/// An event and what a counter of 64 bits would have counted of it.
struct event_total {
    std::uint32_t number; ///< event number
    const char* name;     ///< mnemonic
    std::uint64_t total;  ///< since pmu_module::count_totals()
};

/// The totals of all events of a unit, in the order of their numbers.
///
/// Edges with the same inputs are only counted, and given to the events when the inputs change: so
/// any number of them costs the same.
template <class Core>
class event_totals {
    using inputs = typename Core::inputs;

public:
    /// All at 0. \param unit says which events there are; so do the other functions what counts
    explicit event_totals(const Core& unit) {
        for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
            if (const event_desc* e = unit.find_event(number)) {
                m_rows.push_back({e, 0});
            }
        }
    }

    /// Takes n edges.
    void take_edges(const Core& unit, const inputs& in, std::uint64_t n) {
        if (in != m_inputs) {
            settle(unit);
            m_inputs = in;
        }
        m_edges += n;
    }
    /// Takes n occurrences that a batch reports.
    void take_occurrences(const Core& unit, const inputs& in, std::uint32_t event,
                          std::uint64_t n) {
        for (row& r : m_rows) {
            r.total += unit.increment(*r.event, in, event) * n;
        }
    }
    /// Takes a register write.
    void take_write(const Core& unit, const inputs& in, std::uint32_t address, std::uint32_t data) {
        if constexpr (has_write_events<Core>::value) {
            for (row& r : m_rows) {
                r.total += unit.increment_by_write(*r.event, in, address, data);
            }
        }
    }

    /// The totals.
    std::vector<event_total> list(const Core& unit) {
        settle(unit);
        std::vector<event_total> all;
        all.reserve(m_rows.size());
        for (const row& r : m_rows) {
            all.push_back({r.event->number, r.event->name, r.total});
        }
        return all;
    }

private:
    struct row {
        const event_desc* event;
        std::uint64_t total;
    };

    template <class Unit, class = void>
    struct has_write_events : std::false_type {};
    template <class Unit>
    struct has_write_events<Unit, std::void_t<decltype(&Unit::increment_by_write)>>
        : std::true_type {};

    // Gives the events what the edges so far add.
    void settle(const Core& unit) {
        const std::uint64_t edges = std::exchange(m_edges, 0);
        if (edges == 0) {
            return;
        }
        for (row& r : m_rows) {
            r.total += unit.increment(*r.event, m_inputs) * edges;
        }
    }

    std::vector<row> m_rows;
    inputs m_inputs;           ///< of the edges that are not settled
    std::uint64_t m_edges = 0; ///< their number
};

} // namespace pmu
