// SPDX-License-Identifier: Apache-2.0
#include <parts/demo/vic_driver.h>

#include <stdexcept>
#include <string>

namespace platform {

namespace {

constexpr unsigned most_in_a_row = 1000; ///< interrupts served without the input going low

std::uint32_t offset_of(pl190_register r, unsigned slot = 0) {
    return pl190_core::registers()[static_cast<std::size_t>(r) + slot].address;
}

} // namespace

std::uint32_t vic_driver::read(std::uint32_t offset) {
    std::uint64_t data = 0;
    if (m_platform.cpu.memory(memory_map::interrupt_controller + offset, false, 4, data, {}, {}) !=
        access_result::ok) {
        throw std::runtime_error("the interrupt controller refuses a read");
    }
    return static_cast<std::uint32_t>(data);
}

void vic_driver::write(std::uint32_t offset, std::uint32_t value) {
    std::uint64_t data = value;
    if (m_platform.cpu.memory(memory_map::interrupt_controller + offset, true, 4, data, {}, {}) !=
        access_result::ok) {
        throw std::runtime_error("the interrupt controller refuses a write");
    }
}

void vic_driver::attach(unsigned line, std::function<void()> handler) {
    const auto slot = static_cast<unsigned>(m_handlers.size());
    const std::uint32_t vector = 0x8000 + 0x20 * slot; // where the handler would be
    write(offset_of(pl190_register::VECTADDR0, slot), vector);
    write(offset_of(pl190_register::VECTCNTL0, slot), pl190_vectcntl::E.mask() | line);
    m_handlers[vector] = std::move(handler);
    enable(line);
}

void vic_driver::enable(unsigned line) { write(offset_of(pl190_register::INTENABLE), 1U << line); }

void vic_driver::disable(unsigned line) {
    write(offset_of(pl190_register::INTENCLEAR), 1U << line);
}

unsigned vic_driver::serve() {
    unsigned served = 0;
    m_platform.cpu.settle();
    while (m_platform.cpu.irq.read()) {
        const std::uint32_t vector = read(offset_of(pl190_register::VECTADDR));
        const auto handler = m_handlers.find(vector);
        if (handler == m_handlers.end()) {
            throw std::runtime_error("interrupt without a handler, vector " +
                                     std::to_string(vector));
        }
        if (++served > most_in_a_row) {
            throw std::runtime_error("the interrupt does not go away");
        }
        handler->second();
        write(offset_of(pl190_register::VECTADDR), 0);
        m_platform.cpu.settle();
    }
    return served;
}

} // namespace platform
