// SPDX-License-Identifier: Apache-2.0
#include <components/uart.h>

namespace platform::components {

uart::uart(const sc_core::sc_module_name& name) : register_device(name) {
    add_output(UARTINTR);
}

void uart::receive(std::string_view characters) {
    m_waiting.insert(m_waiting.end(), characters.begin(), characters.end());
    settle();
    changed();
}

void uart::turn_on() {
    const auto poke = [this](pl011_register r, std::uint32_t value) {
        m_core.poke(pl011_registers[r].address, value);
    };
    poke(pl011_register::UARTIBRD, 39);
    poke(pl011_register::UARTFBRD, 4);
    poke(pl011_register::UARTLCR_H, 0x70);
    poke(pl011_register::UARTCR, 0x301);
}

void uart::settle() {
    while (m_core.is_sending()) {
        const auto character = static_cast<char>(m_core.send());
        if (m_line != nullptr) {
            *m_line << character;
        }
    }
    while (!m_waiting.empty() && m_core.is_receiving()) {
        m_core.receive(static_cast<unsigned char>(m_waiting.front()));
        m_waiting.pop_front();
        if (m_waiting.empty()) {
            m_core.fall_silent();
        }
    }
}

} // namespace platform::components
