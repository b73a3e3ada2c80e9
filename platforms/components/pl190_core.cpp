// SPDX-License-Identifier: Apache-2.0
#include <components/pl190_core.h>

namespace platform::components {

pl190_core::pl190_core() {
    reset();
}

void pl190_core::reset() {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        m_words[i] = pl190_registers[i].reset;
    }
    m_served = 0;
}

void pl190_core::act_on_read(pl190_register r) {
    if (r == pl190_register::VECTADDR && irq()) {
        m_served |= 1U << pending_level();
    }
}

void pl190_core::write_to(pl190_register r, std::uint32_t data) {
    switch (r) {
    case pl190_register::INTENCLEAR: word(pl190_register::INTENABLE) &= ~data; break;
    case pl190_register::SOFTINTCLEAR: word(pl190_register::SOFTINT) &= ~data; break;
    case pl190_register::VECTADDR: m_served &= m_served - 1; break;
    default: word(r) = pl190_registers[r].written(word(r), data);
    }
}

void pl190_core::poke_to(pl190_register r, std::uint32_t data) {
    word(r) = pl190_registers[r].poked(word(r), data);
}

pmu::access_state pl190_core::rules() const {
    pmu::access_state state;
    state.user_enabled = !pl190_protection::ENABLE.is_set(word(pl190_register::PROTECTION));
    return state;
}

std::uint32_t pl190_core::irq_status() const {
    return raw_status() & word(pl190_register::INTENABLE) & ~word(pl190_register::INTSELECT);
}

std::uint32_t pl190_core::fiq_status() const {
    return raw_status() & word(pl190_register::INTENABLE) & word(pl190_register::INTSELECT);
}

unsigned pl190_core::pending_level() const {
    const std::uint32_t status = irq_status();
    if (status == 0) {
        return no_level;
    }
    for (unsigned slot = 0; slot < pl190_slot_count; ++slot) {
        const std::uint32_t control = slot_word(pl190_register::VECTCNTL0, slot);
        const std::uint32_t line = pl190_vectcntl::SOURCE.of(control);
        if (pl190_vectcntl::E.is_set(control) && (status >> line & 1U) != 0) {
            return slot;
        }
    }
    return default_level;
}

unsigned pl190_core::level_in_service() const {
    unsigned level = 0;
    while (level < no_level && (m_served >> level & 1U) == 0) {
        ++level;
    }
    return level;
}

std::uint32_t pl190_core::handler_of(unsigned level) const {
    return level < pl190_slot_count ? slot_word(pl190_register::VECTADDR0, level)
                                    : word(pl190_register::DEFVECTADDR);
}

std::uint32_t pl190_core::visible(pl190_register r) const {
    switch (r) {
    case pl190_register::IRQSTATUS: return irq_status();
    case pl190_register::FIQSTATUS: return fiq_status();
    case pl190_register::RAWINTR: return raw_status();
    case pl190_register::VECTADDR: {
        const unsigned pending = pending_level();
        const unsigned served = level_in_service();
        return handler_of(pending == no_level || pending < served ? pending : served);
    }
    default: return word(r);
    }
}

} // namespace platform::components
