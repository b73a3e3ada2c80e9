// SPDX-License-Identifier: Apache-2.0
// What events add to the counters of a Cortex-R5 PMU.
#include <pmu/cortex_r5/cortex_r5_core.h>

namespace PMU_API pmu {

// --- batches -------------------------------------------------------------------------------------

// What an occurrence of an event adds to the event counters now.
inline cortex_r5_core::bank::increments cortex_r5_core::occurrence(std::uint32_t event,
                                                                   const inputs& in) const {
    const std::uint64_t line = cortex_r5_normalised(cortex_r5_events.line_of(event));
    return lets_events_count(in) ? m_counters.occurrence(cortex_r5_events, event, line)
                                 : bank::increments{};
}

bool cortex_r5_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    if (n == 0) {
        return false;
    }
    const std::uint64_t line = cortex_r5_events.line_of(event);
    if ((line & fault_lines) != 0) {
        m_cflr = fault_location(line);
    }
    const auto added = m_counters.add(occurrence(event, in), n, cortex_r5_normalised(in.lines));
    if (added.wrapped != 0) {
        raise(added.wrapped);
    }
    return added.is_visible();
}

std::uint64_t cortex_r5_core::headroom(std::uint32_t event, const inputs& in) const {
    return m_counters.headroom(occurrence(event, in), enabled_requests());
}

// --- what a counter would count ------------------------------------------------------------------

std::uint32_t cortex_r5_core::increment(const event_desc& e, const inputs& in) const {
    return lets_events_count(in) ? increment_rule{e}(cortex_r5_normalised(in.lines)) : 0;
}

std::uint32_t cortex_r5_core::increment(const event_desc& e, const inputs& in,
                                        std::uint32_t event) const {
    const std::uint64_t line = cortex_r5_normalised(cortex_r5_events.line_of(event));
    return lets_events_count(in) ? cortex_r5_events.occurrence_adds(event, line, e) : 0;
}

std::uint32_t cortex_r5_core::increment_by_write(const event_desc& e, const inputs& in,
                                                 std::uint32_t address, std::uint32_t data) const {
    const register_desc& increments = cortex_r5_registers[cortex_r5_register::PMSWINC];
    return e.rule == event_rule::software && address == increments.address &&
                   (data & increments.action) != 0 && lets_events_count(in)
               ? 1
               : 0;
}

} // namespace pmu
