// SPDX-License-Identifier: Apache-2.0
// The PL190 vectored interrupt controller as its manual describes it, without SystemC.
#pragma once

#include <components/device_core.h>
#include <components/pl190_registers.h>

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace platform::components {

/// The state of one controller and what a line or an access does to it.
///
/// Priorities: slot 0 is the highest, slot 15 the lowest of the vectored ones, and all lines
/// without an enabled slot share the one below, whose handler is DEFVECTADDR. Reading VECTADDR
/// enters the highest-priority pending interrupt: from then on only higher ones raise `irq`, until
/// a write to VECTADDR leaves it for what was being served before. Where nothing higher is pending,
/// the read enters nothing and gives the handler now being served, or DEFVECTADDR if no IRQ is
/// pending at all.
///
/// Not modelled: daisy chaining and the integration test registers.
class pl190_core : public device_core<pl190_core, pl190_register, pl190_registers> {
public:
    static constexpr std::size_t line_count = pl190_line_count;

    using outputs = interrupt_outputs;

    pl190_core();

    /// Everything takes its reset value; the lines stay as they are driven.
    void reset();

    /// Drives all 32 lines, bit n is line n.
    void set_lines(const std::bitset<line_count>& levels) {
        m_lines = static_cast<std::uint32_t>(levels.to_ulong());
    }

    /// Whether an interrupt above the one being served asks for the processor.
    bool irq() const { return pending_level() < level_in_service(); }
    bool fiq() const { return fiq_status() != 0; }
    outputs driven() const { return {irq(), fiq()}; }

private:
    friend device_core;
    /// Priority level: the number of a slot, `default_level`, or `no_level` for nothing at all.
    static constexpr unsigned default_level = pl190_slot_count;
    static constexpr unsigned no_level = default_level + 1;

    std::uint32_t& word(pl190_register r) { return m_words[static_cast<std::size_t>(r)]; }
    std::uint32_t word(pl190_register r) const { return m_words[static_cast<std::size_t>(r)]; }
    std::uint32_t slot_word(pl190_register first, unsigned slot) const {
        return m_words[static_cast<std::size_t>(first) + slot];
    }

    void act_on_read(pl190_register r);
    void write_to(pl190_register r, std::uint32_t data);
    void poke_to(pl190_register r, std::uint32_t data);
    auto members() const { return std::tie(m_words, m_lines, m_served); }
    pmu::access_state rules() const;
    std::uint32_t raw_status() const { return m_lines | word(pl190_register::SOFTINT); }
    std::uint32_t irq_status() const;
    std::uint32_t fiq_status() const;
    unsigned pending_level() const;
    unsigned level_in_service() const;
    std::uint32_t handler_of(unsigned level) const;
    std::uint32_t visible(pl190_register r) const;

    std::array<std::uint32_t, decltype(pl190_registers)::count> m_words{};
    std::uint32_t m_lines = 0;
    /// Bit n: an interrupt of level n is being served. Each is entered above all others, so the
    /// lowest bit is the innermost and the set is the whole priority stack.
    std::uint32_t m_served = 0;
};

} // namespace platform::components
