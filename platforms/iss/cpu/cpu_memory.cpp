// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/cpu_memory.h>

#include <iss/cpu/exceptions.h>
#include <process/words.h>

#include <algorithm>

namespace platform::iss {

void cpu_memory::find(tlm::tlm_fw_transport_if<>& bus, unicorn_engine& for_engine) {
    for (range& r : m_ranges) {
        tlm::tlm_generic_payload payload;
        payload.set_address(r.base);
        payload.set_command(tlm::TLM_READ_COMMAND);
        tlm::tlm_dmi dmi;
        const bool is_memory = bus.get_direct_mem_ptr(payload, dmi) &&
                               dmi.is_read_write_allowed() && dmi.get_start_address() <= r.base &&
                               dmi.get_end_address() >= r.base + (r.bytes - 1);
        if (is_memory) {
            r.host = dmi.get_dmi_ptr() + (r.base - dmi.get_start_address());
            for_engine.map_memory(r.base, r.bytes, r.host);
        } else {
            for_engine.map_device(r.base, r.bytes);
        }
    }
}

const cpu_memory::range* cpu_memory::at(std::uint32_t address) const {
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(), [&](const range& r) {
        return r.host != nullptr && address - r.base < r.bytes;
    });
    return found != m_ranges.end() ? &*found : nullptr;
}

void cpu_memory::load(const elf_image& image) const {
    for (const elf_segment& s : image.segments) {
        const range* memory = at(s.address);
        if (memory == nullptr || s.end() > memory->base + memory->bytes) {
            throw firmware_error(image.path + ": expected memory for its segment " +
                                 process::hex(s.address, 8) + " to " +
                                 process::hex(static_cast<std::uint32_t>(s.end() - 1), 8) +
                                 ", which is not all in RAM; see pmu_run map and --ram");
        }
        const auto begin = s.address - memory->base;
        std::copy(s.bytes.begin(), s.bytes.end(), memory->host + begin);
        std::fill(memory->host + begin + s.bytes.size(), memory->host + begin + s.memory_size, 0);
    }
}

} // namespace platform::iss
