// SPDX-License-Identifier: Apache-2.0
// Who watches a unit: traces, observers and totals.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/notice.h>
#include <pmu/tlm/event_totals.h>
#include <pmu/tlm/pmu_observer.h>
#include <pmu/tlm/unit_trace.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace PMU_API pmu {

/// Trace, observers and totals of a unit. Most units have none of it.
template <class Core>
class watchers {
    using inputs = typename Core::inputs;

public:
    unit_trace<Core> trace;  ///< registers and lines in a trace file
    observer_list observers; ///< who listens

    /// From now on counts every event, from 0.
    void count_totals(const Core& core) { m_totals = std::make_unique<event_totals<Core>>(core); }
    /// Whether it does: then each edge matters.
    bool counts_totals() const { return m_totals != nullptr; }
    /// The totals; empty if nobody wants them.
    std::vector<event_total> totals(const Core& core) const {
        return m_totals != nullptr ? m_totals->list(core) : std::vector<event_total>{};
    }

    /// Edges that the core has taken, with the pins as they were sampled.
    void take_edges(const Core& core, const inputs& in, std::uint64_t n) {
        if (m_totals != nullptr && n != 0) {
            m_totals->take_edges(core, in, n);
        }
    }
    /// A batch that the core is about to take.
    void take_occurrences(const Core& core, const inputs& in, std::uint32_t event,
                          std::uint64_t n) {
        if (m_totals != nullptr) {
            m_totals->take_occurrences(core, in, event, n);
        }
    }
    /// A register write that the core has taken.
    void take_write(const Core& core, const inputs& in, std::uint32_t address, std::uint32_t data) {
        if (m_totals != nullptr) {
            m_totals->take_write(core, in, address, data);
        }
    }

    /// Has somebody listen from now on.
    void observe(Core& core, pmu_observer& observer) {
        if (observers.empty()) {
            start_observing(core);
        }
        observers.add(observer);
    }
    /// Takes the state as told.
    void start_observing(Core& core) {
        core.take_overflows();
        m_was_enabled = core.is_enabled();
        m_was_requesting = core.driven().pmuirq;
    }
    /// After how many edges there is something to tell that no output shows.
    std::uint64_t edges_to_tell(const Core& core, const inputs& in) const {
        return observers.empty() ? never : core.edges_to_overflow(in);
    }

    /// Shows the state to all.
    void look(Core& core, const inputs& in, const sc_core::sc_time& time) {
        trace.refresh(core, in);
        if (!observers.empty()) {
            tell_changes(core, time);
        }
    }

private:
    void tell_changes(Core& core, const sc_core::sc_time& time) {
        const std::uint32_t overflows = core.take_overflows();
        const bool is_enabled = core.is_enabled();
        const bool is_requesting = core.driven().pmuirq;
        const bool switches = is_enabled != m_was_enabled;
        const bool changes_request = is_requesting != m_was_requesting;
        m_was_enabled = is_enabled;
        m_was_requesting = is_requesting;
        if (switches) {
            observers.tell(is_enabled ? &pmu_observer::enabled : &pmu_observer::disabled, time);
        }
        for (std::size_t i = 0; overflows >> i != 0; ++i) {
            if ((overflows >> i & 1U) != 0) {
                observers.tell(&pmu_observer::overflow, Core::counter_names[i], time);
            }
        }
        if (changes_request) {
            observers.tell(is_requesting ? &pmu_observer::interrupt_raised
                                         : &pmu_observer::interrupt_cleared,
                           time);
        }
    }

    std::unique_ptr<event_totals<Core>> m_totals; ///< none: nobody wants them
    bool m_was_enabled = false;
    bool m_was_requesting = false;
};

/// Adds to a set what a platform drives that drives these events: the clock and software
/// increments too, and every event that an occurrence of one of them counts on.
template <class Core>
void add_driven_events(const Core& core, const std::vector<std::uint32_t>& numbers,
                       event_set& driven) {
    const typename Core::inputs idle{};
    for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
        const event_desc* const e = core.find_event(number);
        const auto drives = [&](std::uint32_t declared) {
            return declared == number || core.increment(*e, idle, declared) != 0;
        };
        if (e != nullptr &&
            (Core::is_internal(number) || std::any_of(numbers.begin(), numbers.end(), drives))) {
            driven.set(number);
        }
    }
}

} // namespace pmu
