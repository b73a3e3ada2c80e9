// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM1136JF-S PMU (ARM DDI 0211, c15 Performance Monitor registers).
#pragma once

#include <pmu/arm11_common/arm11_tables.h>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register (Table 3.138).
namespace arm1136_pmnc = arm11_pmnc;

/// Position of each register in the map.
using arm1136_register = arm11_register;

/// Address of a register of the unit in the coprocessor window: `p15, 0, c15, c12, opc2`.
constexpr std::uint32_t arm1136_address(unsigned opc2) {
    return arm11_address(opc2);
}

// User accesses are Undefined unless the configuration lets them in (Table 3.140, D1).
inline constexpr register_desc arm1136_register_table[] = {
    arm11_register_row("PMNC", 0, arm1136_pmnc::fields, "Performance Monitor Control Register"),
    arm11_register_row("CCNT", 1, unpredictable_value_field, "Cycle Counter Register"),
    arm11_register_row("PMN0", 2, value_field, "Count Register 0"),
    arm11_register_row("PMN1", 3, value_field, "Count Register 1"),
};

inline constexpr register_map_of<arm1136_register, arm1136_register_table> arm1136_registers;

} // namespace pmu
