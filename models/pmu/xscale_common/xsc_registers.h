// SPDX-License-Identifier: Apache-2.0
// What the registers of the XScale performance monitors have in common.
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/register_map.h>

namespace PMU_API pmu {

/// The control bits of PMNC, the same on XSC1 and XSC2.
namespace xsc_pmnc {
inline constexpr register_field D = unpredictable_after_reset(
    {"D", 3, 3, field_access::read_write, "CCNT counts every 64th cycle"});
inline constexpr register_field C{"C", 2, 2, field_access::action, "reset CCNT to zero"};
inline constexpr register_field P{"P", 1, 1, field_access::action,
                                  "reset all event counters to zero"};
inline constexpr register_field E{"E", 0, 0, field_access::read_write, "enable all counters"};
} // namespace xsc_pmnc

/// Address of a register of the unit in the coprocessor window: `p14, 0, crn, crm, 0`.
constexpr std::uint32_t xsc_address(unsigned crn, unsigned crm) {
    return encode({14, 0, crn, crm, 0});
}

/// A register of the unit: privileged modes only.
template <std::size_t N>
constexpr register_desc xsc_register(const char* name, unsigned crn, unsigned crm,
                                     std::uint32_t reset, const register_field (&fields)[N],
                                     const char* description) {
    return {name,
            xsc_address(crn, crm),
            register_access::read_write,
            user_rule::refused,
            nonsecure_rule::always,
            reset,
            fields,
            description};
}

} // namespace pmu
