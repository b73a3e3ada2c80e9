// SPDX-License-Identifier: Apache-2.0
// Whether a counter may stand still because nothing drives its event.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/notice.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

/// What is known of the events of a unit whose platform has declared no driven events: those that
/// are on no bound pin batches drive, or nothing does. The unit looks at reads of software while a
/// counter selects one of them.
class event_doubts {
public:
    /// Numbers that a batch may report: those of the events, and those of Secure transactions.
    static constexpr std::size_t batch_numbers = 2 * event_table::numbers;

    /// \param sure the events about which there is no doubt
    void begin(const event_set& sure);
    /// There is no doubt about any event, from now on.
    void end() { *this = {}; }
    /// Whether there can be doubts.
    bool may_be() const { return m_sure != nullptr; }

    /// \param selections what the counters have selected, as a core gives it
    /// \return whether it differs from before: then reads are to be looked at
    bool take_selections(std::uint32_t selections) {
        const bool is_new = m_selections != selections;
        if (is_new) {
            look_at(selections);
        }
        return is_new;
    }
    /// The same, also if it does not differ.
    void look_at(std::uint32_t selections) {
        m_selections = selections;
        m_looks = may_be() ? looks_at_a_selection : 0;
    }
    /// A batch reports an event, or that it did not happen.
    void take_batch(std::uint32_t number) {
        if (may_be() && number < batch_numbers) {
            known().reported.set(number);
        }
    }
    /// There is no doubt about this event, from now on.
    void settle(std::uint32_t number) { known().settled.set(number); }

    /// Whether reads are to be looked at.
    bool any() const { return m_looks != 0; }
    /// A read was looked at. Each look takes a microsecond, so what is selected and not read soon
    /// is looked at no more.
    /// \param is_over no counter selects an event in doubt
    void take_look(bool is_over) { m_looks = static_cast<std::uint8_t>(is_over ? 0 : m_looks - 1); }
    /// Whether it is not known what drives the event.
    bool is_doubted(std::uint32_t number) const {
        return may_be() && !m_sure->test(number) &&
               (m_known == nullptr || !m_known->settled.test(number));
    }
    /// Calls `use(number)` for what batches have reported, in the order of numbers, until it
    /// returns true. \return whether it did
    template <class Use>
    bool any_reported(const Use& use) const {
        for (std::uint32_t n = 0; m_known != nullptr && n < batch_numbers; ++n) {
            if (m_known->reported.test(n) && use(n)) {
                return true;
            }
        }
        return false;
    }

private:
    static constexpr std::uint8_t looks_at_a_selection = 100;

    struct sets {
        std::bitset<batch_numbers> reported;
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
    std::uint32_t m_selections = 0;    ///< the latest
    std::uint8_t m_looks = 0;          ///< how many are left
};

} // namespace pmu
