// SPDX-License-Identifier: Apache-2.0
// The BCM2835 interrupt controller as its manual describes it, without SystemC.
#pragma once

#include <components/bcm2835_ic_registers.h>
#include <components/device_core.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace platform::components {

/// The state of one controller and what a line or an access does to it.
///
/// There is no priority: IRQ is raised by every line that is enabled, FIQ by the line that
/// FIQ_control selects, enabled or not. Bits 8 and 9 of IRQ_basic_pending leave out the lines with
/// shortcuts in bits 10 to 20. What the manual leaves open: a register that disables reads as the
/// one that enables.
class bcm2835_ic_core
    : public device_core<bcm2835_ic_core, bcm2835_ic_register, bcm2835_ic_registers> {
public:
    static constexpr std::uint64_t window_size = 0x200; ///< bytes
    /// GPU IRQ 0 to 63, then bits 0 to 7 of IRQ_basic_pending.
    static constexpr std::size_t line_count = bcm2835_gpu_lines + bcm2835_arm_lines;

    using outputs = interrupt_outputs;

    /// Everything is disabled; the lines stay as they are driven.
    void reset();

    void set_lines(const std::bitset<line_count>& levels) { m_lines = levels; }

    bool irq() const { return (m_lines & m_enabled).any(); }
    bool fiq() const;
    outputs driven() const { return {irq(), fiq()}; }

private:
    friend device_core;
    using lines = std::bitset<line_count>;

    static std::uint32_t word_of(const lines& all, std::size_t word);
    std::uint32_t basic_pending() const;
    std::uint32_t visible(bcm2835_ic_register r) const;
    void write_to(bcm2835_ic_register r, std::uint32_t data);
    void poke_to(bcm2835_ic_register r, std::uint32_t data);
    auto members() const { return std::tie(m_lines, m_enabled, m_fiq_control); }
    void store(bcm2835_ic_register r, std::uint32_t value);
    void enable(std::size_t word, std::uint32_t value);

    lines m_lines;
    lines m_enabled;
    std::uint32_t m_fiq_control = 0;
};

} // namespace platform::components
