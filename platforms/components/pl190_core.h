// SPDX-License-Identifier: Apache-2.0
// The PL190 vectored interrupt controller as its manual describes it, without SystemC.
#pragma once

#include <components/pl190_registers.h>
#include <pmu/core/access.h>

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// The state of one controller and what a line or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// Priorities: slot 0 is the highest, slot 15 the lowest of the vectored ones, and all lines
/// without an enabled slot share the one below, whose handler is DEFVECTADDR. Reading VECTADDR
/// enters the highest-priority pending interrupt: from then on only higher ones raise `irq`, until
/// a write to VECTADDR leaves it for what was being served before. Where nothing higher is pending,
/// the read enters nothing and gives the handler now being served, or DEFVECTADDR if no IRQ is
/// pending at all.
///
/// Not modelled: daisy chaining and the integration test registers.
class pl190_core {
public:
    static constexpr std::uint64_t window_size = 0x1000; ///< bytes
    static constexpr std::size_t line_count = pl190_line_count;
    static constexpr bool is_clocked = false;
    static constexpr bool takes_narrow = false;
    static constexpr const auto& registers() { return pl190_registers; }

    struct outputs {
        bool irq = false;
        bool fiq = false;

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.irq == b.irq && a.fiq == b.fiq;
        }
    };

    pl190_core();

    /// Everything takes its reset value; the lines stay as they are driven.
    void reset();

    /// Reads the register at an offset, with its side effect. `data` is left alone unless OK.
    pmu::response read(std::uint32_t address, pmu::access_attributes who, std::uint32_t& data);
    /// Writes the register at an offset. A refused write changes nothing.
    pmu::response write(std::uint32_t address, pmu::access_attributes who, std::uint32_t data);
    /// Reads without rules or side effects. \return false: no register there
    bool peek(std::uint32_t address, std::uint32_t& data) const;
    /// Stores enables, requests and plain fields as given; VECTADDR, the clear registers and
    /// read-only registers ignore it. \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data);

    /// Drives all 32 lines, bit n is line n.
    void set_lines(const std::bitset<line_count>& levels) {
        m_lines = static_cast<std::uint32_t>(levels.to_ulong());
    }

    /// Whether an interrupt above the one being served asks for the processor.
    bool irq() const { return pending_level() < level_in_service(); }
    bool fiq() const { return fiq_status() != 0; }
    outputs driven() const { return {irq(), fiq()}; }

    friend bool operator==(const pl190_core& a, const pl190_core& b) {
        return a.m_words == b.m_words && a.m_lines == b.m_lines && a.m_served == b.m_served;
    }
    friend bool operator!=(const pl190_core& a, const pl190_core& b) { return !(a == b); }

private:
    /// Priority level: the number of a slot, `default_level`, or `no_level` for nothing at all.
    static constexpr unsigned default_level = pl190_slot_count;
    static constexpr unsigned no_level = default_level + 1;

    std::uint32_t& word(pl190_register r) { return m_words[static_cast<std::size_t>(r)]; }
    std::uint32_t word(pl190_register r) const { return m_words[static_cast<std::size_t>(r)]; }
    std::uint32_t slot_word(pl190_register first, unsigned slot) const {
        return m_words[static_cast<std::size_t>(first) + slot];
    }

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
