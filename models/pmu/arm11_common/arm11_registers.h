// SPDX-License-Identifier: Apache-2.0
// The registers of the PMU that the ARM11 cores have: CP15 c15, c12.
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register.
namespace arm11_pmnc {
inline constexpr register_field EvtCount0{"EvtCount0", 27, 20, field_access::read_write,
                                          "event counted by PMN0"};
inline constexpr register_field EvtCount1{"EvtCount1", 19, 12, field_access::read_write,
                                          "event counted by PMN1"};
inline constexpr register_field X{"X", 11, 11, field_access::read_write,
                                  "export of the events on EVNTBUS"};
inline constexpr register_field CCR{"CCR", 10, 10, field_access::write_one_to_clear,
                                    "overflow flag of CCNT"};
inline constexpr register_field CR1{"CR1", 9, 9, field_access::write_one_to_clear,
                                    "overflow flag of PMN1"};
inline constexpr register_field CR0{"CR0", 8, 8, field_access::write_one_to_clear,
                                    "overflow flag of PMN0"};
inline constexpr register_field ECC{"ECC", 6, 6, field_access::read_write,
                                    "interrupt enable of CCNT"};
inline constexpr register_field EC1{"EC1", 5, 5, field_access::read_write,
                                    "interrupt enable of PMN1"};
inline constexpr register_field EC0{"EC0", 4, 4, field_access::read_write,
                                    "interrupt enable of PMN0"};
inline constexpr register_field D{"D", 3, 3, field_access::read_write,
                                  "CCNT counts every 64th cycle"};
inline constexpr register_field C{"C", 2, 2, field_access::action, "reset CCNT to zero"};
inline constexpr register_field P{"P", 1, 1, field_access::action, "reset PMN0 and PMN1 to zero"};
inline constexpr register_field E{"E", 0, 0, field_access::read_write, "enable all counters"};

inline constexpr register_field fields[] = {EvtCount0, EvtCount1, X, CCR, CR1, CR0, ECC,
                                            EC1,       EC0,       D, C,   P,   E};
} // namespace arm11_pmnc

/// Position of each register in the map of a part.
enum class arm11_register : std::size_t { PMNC, CCNT, PMN0, PMN1 };

/// Address of a register of the unit in the coprocessor window: `p15, 0, c15, c12, opc2`.
constexpr std::uint32_t arm11_address(unsigned opc2) {
    return encode({15, 0, 15, 12, opc2});
}

/// A register of the unit: User mode has access where the part lets it in.
template <std::size_t N>
constexpr register_desc arm11_register_row(const char* name, unsigned opc2,
                                           const register_field (&fields)[N],
                                           const char* description) {
    return {name,
            arm11_address(opc2),
            register_access::read_write,
            user_rule::when_enabled,
            nonsecure_rule::always,
            0,
            fields,
            description};
}

} // namespace pmu
