// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1136/arm1136_core.h>

namespace PMU_API pmu {

static_assert(are_all_numbers<arm11_event::number>(arm1136_events.begin(), arm1136_events.end()),
              "an event has no enumerator, or an enumerator has no event of its name");

arm1136_core::arm1136_core(const config& parameters) : base(parameters) {
    reset();
}

// The erratum of r0p2 and older (D7, erratum_double_increment, off by default), for a counter that
// adds 2 on an edge: if it steps from 0xFFFFFFFF over 0 to 1, no flag is set; if it lands on 0, the
// flag is set. Edges with the same inputs add 2 each time, so that the counter stays odd or even.
// So its value, before or after any number of them, says which it is: an odd counter never lands on
// 0, an even one always does. Returns the counters whose wraps set no flag.
std::uint32_t arm1136_core::unflagged_by_erratum(std::uint64_t lines) const {
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < m_counters.events.size(); ++i) {
        const auto& counter = m_counters.events[i];
        const bool is_missed = counter.rule(lines) == 2 && counter.count.value() % 2 != 0;
        mask |= static_cast<std::uint32_t>(is_missed) << i;
    }
    return mask;
}

} // namespace pmu
