// SPDX-License-Identifier: Apache-2.0
// What a unit keeps only if somebody asks for it.
#pragma once

#include <pmu/core/notice.h>
#include <pmu/tlm/event_totals.h>
#include <pmu/tlm/pmu_observer.h>
#include <pmu/tlm/unit_trace.h>

#include <systemc>

#include <cstdint>
#include <memory>

namespace PMU_API pmu {

/// Trace, observers, totals, the declaration of the platform, and what a restored unit remembers.
/// Other units have none of it.
template <class Core>
struct unit_extras {
    unit_trace<Core> trace;                     ///< registers and lines in a trace file
    observer_list observers;                    ///< who listens
    std::unique_ptr<event_totals<Core>> totals; ///< none: nobody wants them
    event_set driven;                           ///< what the platform drives, if it says so
    std::uint64_t taken_by = 0; ///< toggling: restored, edges up to this time are taken (ticks)

    /// Whether edges and writes must be looked at.
    bool is_watching() const { return trace.is_on() || totals != nullptr || !observers.empty(); }

    /// Takes the state as told.
    void start_observing(Core& core) {
        core.take_overflows();
        m_was_enabled = core.is_enabled();
        m_was_requesting = core.driven().pmuirq;
    }

    /// Tells the observers what has changed in the state.
    void tell_changes(Core& core, const sc_core::sc_time& time) {
        if (observers.empty()) {
            return;
        }
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

private:
    bool m_was_enabled = false;
    bool m_was_requesting = false;
};

} // namespace pmu
