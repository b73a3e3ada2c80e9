// SPDX-License-Identifier: Apache-2.0
#include <components/pl190_core.h>

#include <components/debug_registers.h>

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

pmu::response pl190_core::read(std::uint32_t address, pmu::access_attributes who,
                               std::uint32_t& data) {
    const pmu::decoded_access access = decode(pl190_registers, address, who, false, rules());
    if (access.status != pmu::response::ok) {
        return access.status;
    }
    const auto r = static_cast<pl190_register>(access.index);
    data = visible(r);
    if (r == pl190_register::VECTADDR && irq()) {
        m_served |= 1U << pending_level();
    }
    return pmu::response::ok;
}

pmu::response pl190_core::write(std::uint32_t address, pmu::access_attributes who,
                                std::uint32_t data) {
    const pmu::decoded_access access = decode(pl190_registers, address, who, true, rules());
    if (access.status != pmu::response::ok) {
        return access.status;
    }
    switch (static_cast<pl190_register>(access.index)) {
    case pl190_register::INTENCLEAR: word(pl190_register::INTENABLE) &= ~data; break;
    case pl190_register::SOFTINTCLEAR: word(pl190_register::SOFTINT) &= ~data; break;
    case pl190_register::VECTADDR: m_served &= m_served - 1; break;
    default:
        m_words[access.index] = pl190_registers[access.index].written(m_words[access.index], data);
    }
    return pmu::response::ok;
}

bool pl190_core::peek(std::uint32_t address, std::uint32_t& data) const {
    return peek_at(pl190_registers, address, data, [this](std::size_t index) {
        return visible(static_cast<pl190_register>(index));
    });
}

bool pl190_core::poke(std::uint32_t address, std::uint32_t data) {
    return poke_at(pl190_registers, address, [&](std::size_t index) {
        m_words[index] = pl190_registers[index].poked(m_words[index], data);
    });
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
