// SPDX-License-Identifier: Apache-2.0
// Whether a counter may stand still because nothing drives its event.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/notice.h>

#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// What is known of the events of a unit whose platform has declared no driven events: those that
/// are on no bound pin batches drive, or nothing does. The unit looks at reads of software while
/// there is a doubt. Numbers are event numbers, of which 8 bits count.
class event_doubts {
public:
    /// Software selects an event.
    void select(std::uint32_t number) {
        const std::size_t i = number % event_table::numbers;
        if (!m_driven.test(i) && !m_settled.test(i) && !m_selected.test(i)) {
            m_selected.set(i);
            m_looks = looks_at_a_selection;
        }
    }
    /// A batch reports an event.
    void take_batch(std::uint32_t number) { m_driven.set(number % event_table::numbers); }
    /// There is no doubt about this one, from now on.
    void settle(std::uint32_t number) {
        m_settled.set(number % event_table::numbers);
        m_selected.reset(number % event_table::numbers);
    }

    /// Whether there is any.
    bool any() const { return m_looks != 0 && m_selected.any(); }
    /// A read was looked at. Each look takes some hundred nanoseconds, so what is selected and not
    /// read soon is looked at no more.
    void take_look() { --m_looks; }
    /// The events that software has selected and that are not settled.
    const event_set& selected() const { return m_selected; }
    /// Those that batches have reported.
    const event_set& driven() const { return m_driven; }

private:
    static constexpr std::uint8_t looks_at_a_selection = 100;

    event_set m_driven;
    event_set m_settled;
    event_set m_selected;
    std::uint8_t m_looks = 0;
};

} // namespace pmu
