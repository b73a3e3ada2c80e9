// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/counting_units.h>

namespace platform::iss {

void counting_units::begin() {
    for_each([](event_feed& unit) { unit.overlook_unselected(); });
}

void counting_units::expect_selection() {
    m_may_select = true;
    for_each([](event_feed& unit) { unit.expect_selection(); });
    m_awaits_start = true;
}

void counting_units::note_write(std::uint64_t where, std::uint32_t value) {
    constexpr std::size_t most_remembered = 4096;
    if (m_written.size() >= most_remembered) {
        m_written.clear();
    }
    if (m_written.insert({where, value}).second) {
        look_again();
    }
}

std::uint64_t counting_units::select(std::uint64_t cycles) {
    m_may_select = false;
    look_at_selection(cycles);
    std::uint64_t kinds = 0;
    for_each_in_use([&](event_feed& unit) { kinds |= unit.select(); });
    return kinds;
}

void counting_units::look_at_selection(std::uint64_t cycles) {
    if (!is_start_delay_over(cycles)) { // what was selected for less has counted nothing
        return;
    }
    m_awaits_start = false;
    if (!m_on_unknown || m_looks_left == 0) {
        return;
    }
    --m_looks_left;
    for_each_in_use([this](event_feed& unit) {
        while (const pmu::event_desc* event = unit.next_unknown()) {
            m_on_unknown(*event);
        }
    });
}

std::uint64_t counting_units::quiet_cycles(std::uint64_t cycle, const sc_core::sc_time& delay) {
    std::uint64_t cycles = UINT64_MAX;
    for_each_in_use([&](event_feed& unit) { // each of them: becomes_due() asks
        cycles = std::min(cycles, unit.quiet_cycles(cycle, delay));
    });
    return cycles;
}

bool counting_units::may_raise(std::uint64_t cycle, const sc_core::sc_time& delay) {
    bool may = false;
    for_each([&](event_feed& unit) { may = may || unit.quiet_cycles(cycle, delay) != UINT64_MAX; });
    return may;
}

bool counting_units::may_raise_without_cpu() {
    return std::any_of(m_on_bus.begin(), m_on_bus.end(),
                       [](event_feed& unit) { return unit.may_raise_by_itself(); });
}

} // namespace platform::iss
