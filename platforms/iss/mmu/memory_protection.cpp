// SPDX-License-Identifier: Apache-2.0
#include <iss/mmu/memory_protection.h>

#include <iss/decode/sctlr.h>

#include <algorithm>

namespace platform::iss {

namespace {
constexpr std::uint32_t background_region = 1U << 17; ///< BR of SCTLR
} // namespace

bool memory_protection::region::contains(std::uint32_t address) const {
    constexpr unsigned least_bits_of_subregions = 8; // a region of 256 bytes
    const bool is_enabled = (size_and_enable & 1U) != 0;
    const unsigned bits = (size_and_enable >> 1U & 0x1FU) + 1;
    if (!is_enabled || bits < 5) {
        return false;
    }
    const std::uint32_t mask = bits == 32 ? 0xFFFF'FFFFU : (1U << bits) - 1U;
    if ((address & ~mask) != (base & ~mask)) {
        return false;
    }
    const unsigned subregion = (address & mask) >> (bits - 3U);
    return bits < least_bits_of_subregions || (size_and_enable >> (8U + subregion) & 1U) == 0;
}

std::optional<std::uint32_t> memory_protection::fault_of(std::uint32_t address, access_type access,
                                                         bool is_privileged) const {
    if ((m_control & sctlr::translation) == 0) {
        return std::nullopt;
    }
    const auto found = std::find_if(m_regions.rbegin(), m_regions.rend(),
                                    [=](const region& r) { return r.contains(address); });
    if (found == m_regions.rend()) {
        const bool has_background = (m_control & background_region) != 0 && is_privileged;
        return has_background ? std::nullopt : std::optional(fault_status::background);
    }
    const bool is_store = access == access_type::store;
    const bool never_executes = (found->access_control >> 12U & 1U) != 0;
    bool may = false;
    switch (found->access_control >> 8U & 7U) { // AP
    case 1: may = is_privileged; break;
    case 2: may = is_privileged || !is_store; break;
    case 3: may = true; break;
    case 5: may = is_privileged && !is_store; break;
    case 6: may = !is_store; break;
    default: break;
    }
    if (!may || (access == access_type::fetch && never_executes)) {
        return fault_status::section_permission;
    }
    return std::nullopt;
}

} // namespace platform::iss
