// SPDX-License-Identifier: Apache-2.0
// What a simulated CPU has at which address of its bus.
#pragma once

#include <iss/engine/unicorn_engine.h>
#include <iss/host/elf_image.h>

#include <tlm>

#include <cstdint>
#include <vector>

namespace platform::iss {

class cpu_memory {
public:
    struct range {
        std::uint32_t base;
        std::uint64_t bytes;
        unsigned char* host = nullptr; ///< of memory; nullptr: a device
    };

    /// A range of the bus below 4 GiB, in whole pages of 4 KiB.
    void map(std::uint32_t base, std::uint64_t bytes) { m_ranges.push_back({base, bytes}); }
    /// Finds out what is memory: where a target grants DMI for all of a range. To be called once
    /// the bus is bound.
    void find(tlm::tlm_fw_transport_if<>& bus, unicorn_engine& for_engine);
    /// \throws firmware_error if a segment is not all in memory
    void load(const elf_image& image) const;

    /// The memory at an address; nullptr: there is none.
    const range* at(std::uint32_t address) const;
    const std::vector<range>& ranges() const { return m_ranges; }

private:
    std::vector<range> m_ranges;
};

} // namespace platform::iss
