// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM1176JZF-S PMU (ARM DDI 0301, c15 Performance Monitor registers).
#pragma once

#include <pmu/arm11_common/arm11_tables.h>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register (Table 3-136).
namespace arm1176_pmnc = arm11_pmnc;

/// Position of each register in the map.
using arm1176_register = arm11_register;

/// Address of a register of the unit in the coprocessor window: `p15, 0, c15, c12, opc2`.
constexpr std::uint32_t arm1176_address(unsigned opc2) {
    return arm11_address(opc2);
}

// User accesses are Undefined while the pin V is 0 (Tables 3-138 to 3-141, D1).
inline constexpr register_desc arm1176_register_table[] = {
    arm11_register_row("PMNC", 0, arm1176_pmnc::fields, "Performance Monitor Control Register"),
    arm11_register_row("CCNT", 1, value_field, "Cycle Counter Register"),
    arm11_register_row("PMN0", 2, value_field, "Count Register 0"),
    arm11_register_row("PMN1", 3, value_field, "Count Register 1"),
};

inline constexpr register_map_of<arm1176_register, arm1176_register_table> arm1176_registers;

} // namespace pmu
