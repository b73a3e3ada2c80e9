// SPDX-License-Identifier: Apache-2.0
#include <demo/vic_driver.h>

#include <components/memory_map.h>
#include <components/register_access.h>

#include <stdexcept>
#include <string>

namespace platform::demo {

namespace {

constexpr unsigned most_in_a_row = 1000; ///< interrupts served without the input going low

std::uint64_t address_of(components::pl190_register r, unsigned slot = 0) {
    return components::memory_map::interrupt_controller +
           components::pl190_registers[static_cast<std::size_t>(r) + slot].address;
}

/// Where the handler of a line would be.
constexpr std::uint32_t vector_of(unsigned line) {
    return 0x8000 + 0x20 * line;
}

} // namespace

std::uint32_t vic_driver::read(components::pl190_register r) {
    return components::load_word(m_cpu, address_of(r));
}

void vic_driver::write(components::pl190_register r, std::uint32_t value, unsigned slot) {
    components::store_word(m_cpu, address_of(r, slot), value);
}

std::uint32_t vic_driver::key_of(unsigned line) const {
    return m_output == vic_output::irq ? vector_of(line) : 1U << line;
}

void vic_driver::attach(unsigned line, std::function<void()> handler) {
    if (m_output == vic_output::irq) {
        const auto slot = static_cast<unsigned>(m_handlers.size());
        write(components::pl190_register::VECTADDR0, vector_of(line), slot);
        write(components::pl190_register::VECTCNTL0, components::pl190_vectcntl::E.mask() | line,
              slot);
    } else {
        write(components::pl190_register::INTSELECT,
              read(components::pl190_register::INTSELECT) | 1U << line);
    }
    m_handlers[key_of(line)] = std::move(handler);
    write(components::pl190_register::INTENABLE, 1U << line);
}

void vic_driver::run_handler(std::uint32_t key) {
    const auto handler = m_handlers.find(key);
    if (handler == m_handlers.end()) {
        throw std::runtime_error((m_output == vic_output::irq
                                      ? "interrupt without a handler, vector "
                                      : "interrupt without a handler, FIQSTATUS ") +
                                 std::to_string(key));
    }
    handler->second();
}

unsigned vic_driver::serve() {
    unsigned served = 0;
    m_cpu.let_outputs_arrive();
    while (m_cpu.irq.read()) {
        if (++served > most_in_a_row) {
            throw std::runtime_error("the interrupt does not go away");
        }
        if (m_output == vic_output::irq) {
            run_handler(read(components::pl190_register::VECTADDR));
            write(components::pl190_register::VECTADDR, 0);
        } else {
            const std::uint32_t lines = read(components::pl190_register::FIQSTATUS);
            run_handler(lines & (0U - lines)); // the lowest one first
        }
        m_cpu.let_outputs_arrive();
    }
    return served;
}

} // namespace platform::demo
