// SPDX-License-Identifier: Apache-2.0
// The BCM2835 interrupt controller as its manual describes it, without SystemC.
#pragma once

#include <components/bcm2835_ic_registers.h>
#include <pmu/core/access.h>

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// The state of one controller and what a line or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// There is no priority: IRQ is raised by every line that is enabled, FIQ by the line that
/// FIQ_control selects, enabled or not. Bits 8 and 9 of IRQ_basic_pending leave out the lines with
/// shortcuts in bits 10 to 20. What the manual leaves open: a register that disables reads as the
/// one that enables.
class bcm2835_ic_core {
public:
    static constexpr std::uint64_t window_size = 0x200; ///< bytes
    /// GPU IRQ 0 to 63, then bits 0 to 7 of IRQ_basic_pending.
    static constexpr std::size_t line_count = bcm2835_gpu_lines + bcm2835_arm_lines;
    static constexpr bool is_clocked = false;
    static constexpr bool takes_narrow = false;
    static constexpr const auto& registers() { return bcm2835_ic_registers; }

    struct outputs {
        bool irq = false;
        bool fiq = false;

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.irq == b.irq && a.fiq == b.fiq;
        }
    };

    /// Everything is disabled; the lines stay as they are driven.
    void reset();

    /// Reads the register at an offset. `data` is left alone unless OK.
    pmu::response read(std::uint32_t address, pmu::access_attributes who,
                       std::uint32_t& data) const;
    /// Writes the register at an offset. A refused write changes nothing.
    pmu::response write(std::uint32_t address, pmu::access_attributes who, std::uint32_t data);
    /// \return false: no register there
    bool peek(std::uint32_t address, std::uint32_t& data) const;
    /// Stores enables and FIQ_control as given; read-only registers ignore it.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data);

    void set_lines(const std::bitset<line_count>& levels) { m_lines = levels; }

    bool irq() const { return (m_lines & m_enabled).any(); }
    bool fiq() const;
    outputs driven() const { return {irq(), fiq()}; }

    friend bool operator==(const bcm2835_ic_core& a, const bcm2835_ic_core& b) {
        return a.m_lines == b.m_lines && a.m_enabled == b.m_enabled &&
               a.m_fiq_control == b.m_fiq_control;
    }
    friend bool operator!=(const bcm2835_ic_core& a, const bcm2835_ic_core& b) { return !(a == b); }

private:
    using lines = std::bitset<line_count>;

    static std::uint32_t word_of(const lines& all, std::size_t word);
    std::uint32_t basic_pending() const;
    std::uint32_t visible(bcm2835_ic_register r) const;
    void store(bcm2835_ic_register r, std::uint32_t value);
    void enable(std::size_t word, std::uint32_t value);

    lines m_lines;
    lines m_enabled;
    std::uint32_t m_fiq_control = 0;
};

} // namespace platform::components
