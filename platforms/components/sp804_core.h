// SPDX-License-Identifier: Apache-2.0
// The SP804 dual timer as its manual describes it, without SystemC.
#pragma once

#include <components/device_core.h>
#include <components/sp804_registers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace platform::components {

/// The state of two timers and what an access or an edge of TIMCLK does to it.
///
/// What the manual leaves open:
/// - The interval of a periodic timer is TimerXLoad counts, as the manual's equation has it: the
///   count that would reach 0 begins anew instead. A free-running one shows 0 and goes on with its
///   largest count; one that OneShot stops shows 0.
/// - The first edge of TIMCLK after a write to TimerXLoad takes the value over, and the next one
///   counts. TimerXValue shows the value at once.
/// - The prescaler begins anew with that edge, with TimerEn and with another TimerPre, which 3
///   makes divide by 256.
/// - TimerXLoad 0 raises the interrupt at once, or with TimerEn if it was written before that, and
///   again with each count of a periodic timer.
/// - A timer of 16 bits that is loaded takes bits 15:0 only; bits 31:16 of its count are then 0,
///   and before that as they were.
///
/// Not modelled: TIMCLKEN1 and TIMCLKEN2 (both 1), the integration test registers.
class sp804_core : public device_core<sp804_core, sp804_register, sp804_registers> {
public:
    static constexpr bool is_clocked = true;

    struct outputs {
        bool TIMINT1 = false;
        bool TIMINT2 = false;

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.TIMINT1 == b.TIMINT1 && a.TIMINT2 == b.TIMINT2;
        }
    };

    /// As after reset.
    sp804_core() = default;
    void reset() { *this = sp804_core(); }

    /// Takes edges of TIMCLK.
    void run(std::uint64_t edges);
    /// How many edges from now an output next changes, or `never`.
    std::uint64_t edges_to_output_change() const;
    outputs driven() const { return {m_timers[0].interrupts(), m_timers[1].interrupts()}; }

private:
    friend device_core;
    class timer {
    public:
        std::uint32_t visible(sp804_register r) const;
        void write(sp804_register r, std::uint32_t data);
        void poke(sp804_register r, std::uint32_t data);
        void run(std::uint64_t edges);
        std::uint64_t edges_to_interrupt() const;
        bool interrupts() const {
            return m_has_reached_zero && sp804_control::IntEnable.is_set(m_control);
        }

    private:
        auto members() const {
            return std::tie(m_load, m_value, m_control, m_has_reached_zero, m_is_loaded,
                            m_prescaler);
        }
        friend bool operator==(const timer& a, const timer& b) {
            return a.members() == b.members();
        }
        bool is(const pmu::register_field& option) const { return option.is_set(m_control); }
        bool repeats() const { return is(sp804_control::TimerMode) && !is(sp804_control::OneShot); }
        std::uint32_t mask() const { return is(sp804_control::TimerSize) ? 0xFFFF'FFFFU : 0xFFFFU; }
        std::uint32_t count() const { return m_value & mask(); }
        void set_count(std::uint64_t count);
        std::uint64_t divisor() const;
        void control(std::uint32_t value);
        void advance(std::uint64_t counts);
        std::uint64_t counts_to_zero() const;

        std::uint32_t m_load = 0;
        std::uint32_t m_value = 0xFFFF'FFFF;
        std::uint32_t m_control = 0x20;
        bool m_has_reached_zero = false;
        bool m_is_loaded = false;      ///< the next edge takes TimerXLoad over
        std::uint32_t m_prescaler = 0; ///< edges since the last count
    };

    static constexpr std::size_t registers_of_a_timer = 7;

    static sp804_register register_of_a_timer(sp804_register r) {
        return static_cast<sp804_register>(index_of(r) % registers_of_a_timer);
    }

    std::uint32_t visible(sp804_register r) const;
    void write_to(sp804_register r, std::uint32_t data);
    void poke_to(sp804_register r, std::uint32_t data);
    auto members() const { return std::tie(m_timers); }

    std::array<timer, sp804_timer_count> m_timers;
};

} // namespace platform::components
