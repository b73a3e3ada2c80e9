// SPDX-License-Identifier: Apache-2.0
// The units that count what a CPU does: its PMU, and those on the bus.
#pragma once

#include <iss/cpu/event_feed.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace platform::iss {

/// Where the registers of a unit on the bus are.
struct unit_window {
    std::uint32_t base;
    std::uint32_t bytes;
    /// Whether a write at this offset may let it count, now or after others.
    bool (*is_of_pmu)(std::uint32_t offset);

    bool has(std::uint32_t address) const { return address - base < bytes; }
};

/// Knows what their counters select. Looking takes long, and drivers switch between the same events
/// all the time: so it looks when something is written that has not been written before.
class counting_units {
public:
    /// \param on_unknown is told, once, of each event that a counter selects and that the CPU
    /// cannot report; it may be empty, and outlives this
    explicit counting_units(const std::function<void(const pmu::event_desc&)>& on_unknown)
        : m_on_unknown(on_unknown) {}

    void add(event_feed pmu) { m_own.push_back(std::move(pmu)); }
    /// Its registers are in that window.
    void add_on_bus(event_feed unit, const unit_window& where) {
        m_on_bus.push_back(std::move(unit));
        m_windows.push_back(where);
    }

    /// The PMU of the CPU, if there is one.
    std::vector<event_feed>& own() { return m_own; }
    /// Those on the bus that may count.
    std::vector<event_feed>& on_bus() { return m_uses_bus ? m_on_bus : m_unused; }
    bool is_on_bus(std::uint32_t address) const {
        return std::any_of(m_windows.begin(), m_windows.end(),
                           [=](const unit_window& w) { return w.has(address); });
    }
    /// A register is written. Before one of their PMUs is, none of them counts.
    void use_bus(std::uint32_t address) {
        m_uses_bus = m_uses_bus ||
                     std::any_of(m_windows.begin(), m_windows.end(), [=](const unit_window& w) {
                         return w.has(address) && w.is_of_pmu(address - w.base);
                     });
    }
    bool uses_bus() const { return m_uses_bus; }

    /// Before anything is programmed.
    void begin();
    /// One may come to count other events.
    void expect_selection();
    /// \param where a register \param value that is written to it
    void note_write(std::uint64_t where, std::uint32_t value);
    /// Something may be selected that nobody has looked at.
    void look_again() { m_looks_left = looks_at_new; }
    /// What is selected before that counts nothing: a start delay. \param cycles of the CPU
    void start_at(std::uint64_t cycles) { m_starts_at = cycles; }
    /// Whether select() is to be called. \param cycles executed so far
    bool has_selected(std::uint64_t cycles) const {
        return m_may_select || is_start_delay_over(cycles);
    }
    /// Looks at what they select, and no other events are reported any more.
    /// \return the kinds, as bits
    std::uint64_t select(std::uint64_t cycles);
    /// Tells of what is selected and unknown.
    void look_at_selection(std::uint64_t cycles);

    /// For how many cycles from now + delay on no PMU raises a request by itself.
    /// \param cycle of the CPU, in ticks
    std::uint64_t quiet_cycles(std::uint64_t cycle, const sc_core::sc_time& delay);
    /// Whether one may ever.
    bool may_raise(std::uint64_t cycle, const sc_core::sc_time& delay);
    /// The same while the CPU and its clock stand still.
    bool may_raise_without_cpu();

private:
    /// Enough to come from the choice of an event to a counter that counts it.
    static constexpr unsigned looks_at_new = 256;
    template <class F>
    void for_each(const F& f) {
        std::for_each(m_own.begin(), m_own.end(), f);
        std::for_each(m_on_bus.begin(), m_on_bus.end(), f);
    }
    template <class F>
    void for_each_in_use(const F& f) {
        std::for_each(m_own.begin(), m_own.end(), f);
        std::for_each(on_bus().begin(), on_bus().end(), f);
    }
    bool is_start_delay_over(std::uint64_t cycles) const {
        return m_awaits_start && cycles >= m_starts_at;
    }

    const std::function<void(const pmu::event_desc&)>& m_on_unknown;
    std::vector<event_feed> m_own;
    std::vector<event_feed> m_on_bus;
    std::vector<event_feed> m_unused; ///< none
    std::vector<unit_window> m_windows;
    bool m_uses_bus = false;
    bool m_may_select = true;
    std::set<std::pair<std::uint64_t, std::uint32_t>> m_written; ///< where, what
    unsigned m_looks_left = 0;                                   ///< until something new is written
    bool m_awaits_start = true;    ///< unknown ones among them are not told of yet
    std::uint64_t m_starts_at = 0; ///< cycles
};

} // namespace platform::iss
