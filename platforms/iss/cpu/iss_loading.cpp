// SPDX-License-Identifier: Apache-2.0
// Before the run: memory and firmware.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

#include <algorithm>

namespace platform::iss {

void iss_cpu::load(const elf_image& image, semihosting_config console) {
    m_image = image;
    console.simulated_ps = [this] { return picoseconds(); };
    console.stop_asked = m_config.stop_asked;
    m_console = std::move(console);
}

// The bus is bound by now, and its targets can say what is memory.
void iss_cpu::start_of_simulation() {
    try {
        map_ranges();
        load_image();
    } catch (const std::exception& e) {
        m_failure = e.what();
    }
}

void iss_cpu::map_ranges() {
    for (range& r : m_ranges) {
        tlm::tlm_dmi dmi;
        m_payload.set_address(r.base);
        m_payload.set_command(tlm::TLM_READ_COMMAND);
        const bool is_memory = socket->get_direct_mem_ptr(m_payload, dmi) &&
                               dmi.is_read_write_allowed() && dmi.get_start_address() <= r.base &&
                               dmi.get_end_address() >= r.base + (r.bytes - 1);
        if (is_memory) {
            r.host = dmi.get_dmi_ptr() + (r.base - dmi.get_start_address());
            m_engine.map_memory(r.base, r.bytes, r.host);
        } else {
            m_engine.map_device(r.base, r.bytes);
        }
    }
}

const iss_cpu::range* iss_cpu::memory_at(std::uint32_t address) const {
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(), [&](const range& r) {
        return r.host != nullptr && address - r.base < r.bytes;
    });
    return found != m_ranges.end() ? &*found : nullptr;
}

void iss_cpu::load_image() {
    for (const elf_segment& s : m_image.segments) {
        const range* memory = memory_at(s.address);
        if (memory == nullptr || s.end() > memory->base + memory->bytes) {
            throw firmware_error(m_image.path + ": expected memory for its segment " +
                                 hex_text(s.address) + " to " +
                                 hex_text(static_cast<std::uint32_t>(s.end() - 1)) +
                                 ", which is not all in RAM; see pmu_run map and --ram");
        }
        const auto at = s.address - memory->base;
        std::copy(s.bytes.begin(), s.bytes.end(), memory->host + at);
        std::fill(memory->host + at + s.bytes.size(), memory->host + at + s.memory_size, 0);
    }
    m_pc = m_image.entry & ~1U;
    if ((m_image.entry & 1U) != 0) {
        m_engine.set_cpsr(m_engine.cpsr() | psr::thumb);
    }
    provide_console();
}

// Heap and stack share what is left of the memory after the firmware.
void iss_cpu::provide_console() {
    const auto end = static_cast<std::uint32_t>((m_image.end + 7U) & ~std::uint64_t{7});
    if (const range* memory = memory_at(end); memory != nullptr) {
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
