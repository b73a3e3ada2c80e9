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
/// are on no bound pin batches drive, or nothing does. The unit looks at reads of software while a
/// counter selects one of them. Numbers are event numbers, of which 8 bits count.
class event_doubts {
public:
    /// \param sure the events about which there is no doubt
    void begin(const event_set& sure);
    /// There is no doubt about any event, from now on.
    void end() { *this = {}; }

    /// Counters may select other events than before.
    void look_again() { m_looks = m_sure != nullptr ? looks_at_a_selection : 0; }
    /// Software selects an event.
    void select(std::uint32_t number) {
        if (is_doubted(number)) {
            look_again();
        }
    }
    /// A batch reports an event, or that it did not happen.
    void take_batch(std::uint32_t number) {
        if (is_doubted(number)) {
            known().driven.set(number % event_table::numbers);
        }
    }
    /// There is no doubt about this one, from now on.
    void settle(std::uint32_t number) { known().settled.set(number % event_table::numbers); }

    /// Whether reads are to be looked at.
    bool any() const { return m_looks != 0; }
    /// A read was looked at. Each look takes a microsecond, so what is selected and not read soon
    /// is looked at no more.
    /// \param is_over no counter selects an event in doubt
    void take_look(bool is_over) { m_looks = static_cast<std::uint8_t>(is_over ? 0 : m_looks - 1); }
    /// Whether it is not known what drives the event.
    bool is_doubted(std::uint32_t number) const {
        const std::size_t i = number % event_table::numbers;
        return m_sure != nullptr && !m_sure->test(i) &&
               (m_known == nullptr || !m_known->settled.test(i));
    }
    /// Whether a batch has reported it.
    bool is_driven(std::uint32_t number) const {
        return m_known != nullptr && m_known->driven.test(number % event_table::numbers);
    }

private:
    static constexpr std::uint8_t looks_at_a_selection = 100;

    struct sets {
        event_set driven;
        event_set settled;
    };
    sets& known() {
        if (m_known == nullptr) {
            m_known = std::make_unique<sets>();
        }
        return *m_known;
    }

    const event_set* m_sure = nullptr; ///< shared by the units of which it is true; nullptr: all
    std::unique_ptr<sets> m_known;     ///< none: nothing was reported or settled
    std::uint8_t m_looks = 0;          ///< how many are left
};

} // namespace pmu
