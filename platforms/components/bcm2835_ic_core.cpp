// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_ic_core.h>

#include <iterator>

namespace platform::components {

namespace {

constexpr unsigned register_bits = 32;

/// The lines of a word of 32 that have a shortcut.
constexpr std::uint32_t shortcuts_of(std::size_t word) {
    std::uint32_t bits = 0;
    for (const unsigned line : bcm2835_shortcuts) {
        bits |= line / register_bits == word ? 1U << line % register_bits : 0U;
    }
    return bits;
}

} // namespace

void bcm2835_ic_core::reset() {
    m_enabled.reset();
    m_fiq_control = 0;
}

void bcm2835_ic_core::write_to(bcm2835_ic_register r, std::uint32_t data) {
    store(r, bcm2835_ic_registers[r].written(visible(r), data));
}

void bcm2835_ic_core::poke_to(bcm2835_ic_register r, std::uint32_t data) {
    store(r, bcm2835_ic_registers[r].poked(visible(r), data));
}

/// 32 of the lines; those of the ARM are the third word.
std::uint32_t bcm2835_ic_core::word_of(const lines& all, std::size_t word) {
    const lines low(UINT32_MAX);
    return static_cast<std::uint32_t>((all >> word * register_bits & low).to_ulong());
}

std::uint32_t bcm2835_ic_core::basic_pending() const {
    const lines pending = m_lines & m_enabled;
    std::uint32_t bits = word_of(pending, 2);
    bits |=
        bcm2835_ic_basic::PENDING_1.in_place((word_of(pending, 0) & ~shortcuts_of(0)) != 0 ? 1 : 0);
    bits |=
        bcm2835_ic_basic::PENDING_2.in_place((word_of(pending, 1) & ~shortcuts_of(1)) != 0 ? 1 : 0);
    for (std::size_t i = 0; i < std::size(bcm2835_shortcuts); ++i) {
        bits |= bcm2835_ic_basic::SHORTCUTS.in_place(pending[bcm2835_shortcuts[i]] ? 1U << i : 0U);
    }
    return bits;
}

std::uint32_t bcm2835_ic_core::visible(bcm2835_ic_register r) const {
    switch (r) {
    case bcm2835_ic_register::IRQ_basic_pending: return basic_pending();
    case bcm2835_ic_register::IRQ_pending_1: return word_of(m_lines & m_enabled, 0);
    case bcm2835_ic_register::IRQ_pending_2: return word_of(m_lines & m_enabled, 1);
    case bcm2835_ic_register::FIQ_control: return m_fiq_control;
    case bcm2835_ic_register::Enable_IRQs_1:
    case bcm2835_ic_register::Disable_IRQs_1: return word_of(m_enabled, 0);
    case bcm2835_ic_register::Enable_IRQs_2:
    case bcm2835_ic_register::Disable_IRQs_2: return word_of(m_enabled, 1);
    case bcm2835_ic_register::Enable_Basic_IRQs:
    case bcm2835_ic_register::Disable_Basic_IRQs: break;
    }
    return word_of(m_enabled, 2);
}

void bcm2835_ic_core::store(bcm2835_ic_register r, std::uint32_t value) {
    switch (r) {
    case bcm2835_ic_register::FIQ_control: m_fiq_control = value; break;
    case bcm2835_ic_register::Enable_IRQs_1:
    case bcm2835_ic_register::Disable_IRQs_1: enable(0, value); break;
    case bcm2835_ic_register::Enable_IRQs_2:
    case bcm2835_ic_register::Disable_IRQs_2: enable(1, value); break;
    case bcm2835_ic_register::Enable_Basic_IRQs:
    case bcm2835_ic_register::Disable_Basic_IRQs: enable(2, value); break;
    default: break; // read-only
    }
}

/// Sets the enables of a word to those.
void bcm2835_ic_core::enable(std::size_t word, std::uint32_t value) {
    const std::size_t shift = word * register_bits;
    m_enabled = (m_enabled & ~(lines(UINT32_MAX) << shift)) | lines(value) << shift;
}

bool bcm2835_ic_core::fiq() const {
    const std::uint32_t source = bcm2835_ic_fiq::SOURCE.of(m_fiq_control);
    return bcm2835_ic_fiq::ENABLE.is_set(m_fiq_control) && source < line_count && m_lines[source];
}

} // namespace platform::components
