// SPDX-License-Identifier: Apache-2.0
// Before the run: memory and firmware.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

#include <algorithm>

namespace platform::iss {

void iss_cpu::load(const elf_image& image, semihosting_config console) {
    m_image = image;
    console.simulated_ps = [this] { return m_time.picoseconds(); };
    console.stop_asked = m_config.stop_asked;
    m_console = std::move(console);
}

// The bus is bound by now, and its targets can say what is memory.
void iss_cpu::start_of_simulation() {
    m_pc = m_image.entry & ~1U;
    try {
        m_memory.find(*socket.operator->(), m_engine);
        m_memory.load(m_image);
        if ((m_image.entry & 1U) != 0) {
            m_engine.set_cpsr(m_engine.cpsr() | psr::thumb);
        }
        provide_console();
    } catch (const std::exception&) {
        m_why_not_loaded = std::current_exception();
    }
}

// Heap and stack share what is left of the memory after the firmware.
void iss_cpu::provide_console() {
    const auto end = static_cast<std::uint32_t>((m_image.end + 7U) & ~std::uint64_t{7});
    if (const cpu_memory::range* memory = m_memory.at(end); memory != nullptr) {
        const std::uint64_t top = memory->base + memory->bytes;
        const std::uint64_t stack = std::min<std::uint64_t>(1U << 20U, (top - end) / 4U);
        m_console.heap_base = end;
        m_console.stack_base = static_cast<std::uint32_t>(top == 1ULL << 32U ? top - 8U : top);
        m_console.heap_limit = static_cast<std::uint32_t>(top - stack) & ~7U;
        m_console.stack_limit = m_console.heap_limit;
    }
    m_semihosting = std::make_unique<semihosting>(m_engine, m_console);
}

} // namespace platform::iss
