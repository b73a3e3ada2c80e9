// SPDX-License-Identifier: Apache-2.0
#include <components/sp804_core.h>

#include <pmu/core/counter.h>

#include <algorithm>

namespace platform::components {

namespace {

constexpr auto first_id = static_cast<std::size_t>(sp804_register::TimerPeriphID0);

} // namespace

// --- registers -----------------------------------------------------------------------------------

void sp804_core::write_to(sp804_register r, std::uint32_t data) {
    if (index_of(r) < first_id) {
        m_timers[index_of(r) / registers_of_a_timer].write(register_of_a_timer(r), data);
    }
}

void sp804_core::poke_to(sp804_register r, std::uint32_t data) {
    if (index_of(r) < first_id) {
        m_timers[index_of(r) / registers_of_a_timer].poke(register_of_a_timer(r), data);
    }
}

std::uint32_t sp804_core::visible(sp804_register r) const {
    return index_of(r) < first_id
               ? m_timers[index_of(r) / registers_of_a_timer].visible(register_of_a_timer(r))
               : sp804_registers[r].reset;
}

void sp804_core::run(std::uint64_t edges) {
    for (timer& t : m_timers) {
        t.run(edges);
    }
}

std::uint64_t sp804_core::edges_to_output_change() const {
    return std::min(m_timers[0].edges_to_interrupt(), m_timers[1].edges_to_interrupt());
}

// --- a timer, whose registers are named as those of timer 1 --------------------------------------

std::uint32_t sp804_core::timer::visible(sp804_register r) const {
    switch (r) {
    case sp804_register::Timer1Load:
    case sp804_register::Timer1BGLoad: return m_load;
    case sp804_register::Timer1Value: return m_value;
    case sp804_register::Timer1Control: return m_control;
    case sp804_register::Timer1RIS: return m_has_reached_zero ? 1 : 0;
    case sp804_register::Timer1MIS: return interrupts() ? 1 : 0;
    default: return 0;
    }
}

void sp804_core::timer::write(sp804_register r, std::uint32_t data) {
    switch (r) {
    case sp804_register::Timer1Load:
        m_load = data;
        m_value = data & mask();
        m_is_loaded = true;
        m_has_reached_zero = m_has_reached_zero || (count() == 0 && is(sp804_control::TimerEn));
        break;
    case sp804_register::Timer1BGLoad: m_load = data; break;
    case sp804_register::Timer1Control: {
        const bool was_enabled = is(sp804_control::TimerEn);
        control(sp804_registers[sp804_register::Timer1Control].written(m_control, data));
        const bool has_nothing_to_count = count() == 0 && (m_load & mask()) == 0;
        const bool is_begun = !was_enabled && is(sp804_control::TimerEn);
        m_has_reached_zero = m_has_reached_zero || (is_begun && has_nothing_to_count);
        break;
    }
    case sp804_register::Timer1IntClr: m_has_reached_zero = false; break;
    default: break;
    }
}

void sp804_core::timer::poke(sp804_register r, std::uint32_t data) {
    if (r == sp804_register::Timer1Load || r == sp804_register::Timer1BGLoad) {
        m_load = data;
    } else if (r == sp804_register::Timer1Control) {
        control(sp804_registers[sp804_register::Timer1Control].poked(m_control, data));
    }
}

void sp804_core::timer::control(std::uint32_t value) {
    constexpr std::uint32_t begins_anew =
        sp804_control::TimerEn.mask() | sp804_control::TimerPre.mask();
    if (((m_control ^ value) & begins_anew) != 0) {
        m_prescaler = 0;
    }
    m_control = value;
}

std::uint64_t sp804_core::timer::divisor() const {
    constexpr std::array<std::uint64_t, 4> divisors{1, 16, 256, 256};
    return divisors[sp804_control::TimerPre.of(m_control)];
}

void sp804_core::timer::set_count(std::uint64_t count) {
    m_value = (m_value & ~mask()) | (static_cast<std::uint32_t>(count) & mask());
}

void sp804_core::timer::run(std::uint64_t edges) {
    if (edges != 0 && m_is_loaded) {
        m_is_loaded = false;
        m_prescaler = 0;
        --edges;
    }
    if (is(sp804_control::TimerEn)) {
        const std::uint64_t rest = edges % divisor() + m_prescaler;
        advance(edges / divisor() + rest / divisor());
        m_prescaler = static_cast<std::uint32_t>(rest % divisor());
    }
}

/// Counts; a steady state ends it whatever is left.
void sp804_core::timer::advance(std::uint64_t counts) {
    const std::uint64_t reload = m_load & mask();
    while (counts != 0) {
        const std::uint64_t now = count();
        if (now == 0) {
            if (is(sp804_control::OneShot)) {
                return;
            }
            if (repeats() && reload == 0) {
                m_has_reached_zero = true;
                return;
            }
            set_count(repeats() ? reload : mask());
            --counts;
        } else if (counts < now) {
            set_count(now - counts);
            return;
        } else {
            m_has_reached_zero = true;
            counts -= now;
            set_count(repeats() ? reload : 0);
            // Whole periods change nothing more.
            const std::uint64_t period = repeats() ? reload : std::uint64_t{mask()} + 1;
            counts %= std::max<std::uint64_t>(period, 1);
        }
    }
}

std::uint64_t sp804_core::timer::counts_to_zero() const {
    const std::uint64_t now = count();
    if (now != 0) {
        return now;
    }
    if (is(sp804_control::OneShot)) {
        return pmu::never;
    }
    return 1 + std::uint64_t{repeats() ? m_load & mask() : mask()};
}

std::uint64_t sp804_core::timer::edges_to_interrupt() const {
    const bool can_change =
        is(sp804_control::TimerEn) && is(sp804_control::IntEnable) && !m_has_reached_zero;
    const std::uint64_t counts = can_change ? counts_to_zero() : pmu::never;
    if (counts == pmu::never) {
        return pmu::never;
    }
    return counts * divisor() - (m_is_loaded ? 0 : m_prescaler) + (m_is_loaded ? 1 : 0);
}

} // namespace platform::components
