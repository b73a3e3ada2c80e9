// SPDX-License-Identifier: Apache-2.0
// Whether a counter may stand still because nothing drives its event.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/notice.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

/// What is known of the events of a unit whose platform has declared no driven events: those that
/// are on no bound pin batches drive, or nothing does. The unit looks at reads of software while
/// there is a doubt. Numbers are event numbers, of which 8 bits count. Two pointers, until software
/// selects such an event or a batch reports one.
class event_doubts {
public:
    /// \param sure the events about which there is no doubt
    void begin(const event_set& sure);
    /// There is no doubt about any event, from now on.
    void end() {
        m_sure = nullptr;
        m_seen.reset();
    }

    /// Software selects an event.
    void select(std::uint32_t number) {
        if (!may_be_doubted(number)) {
            return;
        }
        seen& s = look();
        const std::size_t i = number % event_table::numbers;
        if (!s.driven.test(i) && !s.settled.test(i) && !s.selected.test(i)) {
            s.selected.set(i);
            s.looks = looks_at_a_selection;
        }
    }
    /// A batch reports an event.
    void take_batch(std::uint32_t number) {
        if (may_be_doubted(number)) {
            look().driven.set(number % event_table::numbers);
        }
    }
    /// There is no doubt about this one, which software has selected, from now on.
    void settle(std::uint32_t number) {
        m_seen->settled.set(number % event_table::numbers);
        m_seen->selected.reset(number % event_table::numbers);
    }

    /// Whether there is any.
    bool any() const { return m_seen != nullptr && m_seen->looks != 0 && m_seen->selected.any(); }
    /// A read was looked at. Each look takes some hundred nanoseconds, so what is selected and not
    /// read soon is looked at no more.
    void take_look() { --m_seen->looks; }
    /// Whether software has selected the event, and it is not settled. Only while there is any.
    bool is_selected(std::uint32_t number) const { return m_seen->selected.test(number); }
    /// Whether a batch has reported it. Only while there is any doubt.
    bool is_driven(std::uint32_t number) const { return m_seen->driven.test(number); }

private:
    static constexpr std::uint8_t looks_at_a_selection = 100;

    struct seen {
        event_set driven;
        event_set settled;
        event_set selected;
        std::uint8_t looks = 0;
    };

    bool may_be_doubted(std::uint32_t number) const {
        return m_sure != nullptr && !m_sure->test(number % event_table::numbers);
    }
    seen& look() {
        if (m_seen == nullptr) {
            m_seen = std::make_unique<seen>();
        }
        return *m_seen;
    }

    const event_set* m_sure = nullptr; ///< shared by the units of which it is true; nullptr: all
    std::unique_ptr<seen> m_seen;      ///< none: no event in doubt was selected or reported
};

} // namespace pmu
