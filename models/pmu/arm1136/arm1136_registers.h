// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM1136JF-S PMU (ARM DDI 0211, c15 Performance Monitor registers).
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/register_map.h>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register (Table 3.138).
namespace arm1136_pmnc {
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
} // namespace arm1136_pmnc

/// Position of each register in the map.
enum class arm1136_register : std::size_t { PMNC, CCNT, PMN0, PMN1 };

/// Address of a register of the unit in the coprocessor window: `p15, 0, c15, c12, opc2`.
constexpr std::uint32_t arm1136_address(unsigned opc2) {
    return encode({15, 0, 15, 12, opc2});
}

// User accesses are Undefined unless the configuration lets them in (Table 3.140, D1).
inline constexpr register_desc arm1136_register_table[] = {
    {"PMNC", arm1136_address(0), register_access::read_write, user_rule::when_enabled,
     nonsecure_rule::always, 0, arm1136_pmnc::fields, "Performance Monitor Control Register"},
    {"CCNT", arm1136_address(1), register_access::read_write, user_rule::when_enabled,
     nonsecure_rule::always, 0, unpredictable_value_field, "Cycle Counter Register"},
    {"PMN0", arm1136_address(2), register_access::read_write, user_rule::when_enabled,
     nonsecure_rule::always, 0, value_field, "Count Register 0"},
    {"PMN1", arm1136_address(3), register_access::read_write, user_rule::when_enabled,
     nonsecure_rule::always, 0, value_field, "Count Register 1"},
};

inline constexpr register_map_of<arm1136_register, arm1136_register_table> arm1136_registers;

} // namespace pmu
