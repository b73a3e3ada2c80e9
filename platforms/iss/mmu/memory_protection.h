// SPDX-License-Identifier: Apache-2.0
// The MPU of the Cortex-R5: regions, and who may do what there.
#pragma once

#include <iss/mmu/page_mapping.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace platform::iss {

/// DDI 0460, 4.3.22 to 4.3.25; DDI 0406, B5.
class memory_protection {
public:
    /// DRBAR, DRSR and DRACR of a region.
    struct region {
        std::uint32_t base = 0;
        std::uint32_t size_and_enable = 0;
        std::uint32_t access_control = 0;

        bool contains(std::uint32_t address) const;
    };

    /// \param regions in the order of their numbers: the last one that has an address decides
    memory_protection(std::uint32_t control, std::vector<region> regions)
        : m_control(control), m_regions(std::move(regions)) {}

    /// The fault that an access takes, as FS of DFSR.
    std::optional<std::uint32_t> fault_of(std::uint32_t address, access_type access,
                                          bool is_privileged) const;

private:
    std::uint32_t m_control; ///< SCTLR
    std::vector<region> m_regions;
};

} // namespace platform::iss
