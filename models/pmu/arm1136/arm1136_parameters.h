// SPDX-License-Identifier: Apache-2.0
// The parameters of the ARM1136JF-S PMU.
#pragma once

#include <pmu/arm11_common/arm11_tables.h>

#include <cstdint>

namespace PMU_API pmu {

/// Parameters of the ARM1136 PMU. The decisions D1 to D10, in this part's README, give the reasons
/// for the defaults.
struct arm1136_config : arm11_config {
    bool erratum_double_increment = false; ///< r0p2: a wrap that steps over 0 sets no flag (D7)
    std::uint32_t ccnt_reset_value = 0;    ///< CCNT after reset (D10)
};

/// A row for each member.
inline constexpr auto arm1136_parameter_rows = arm11_parameter_rows<arm1136_config>(
    "D1",
    parameter_row<arm1136_config>::flag<&arm1136_config::erratum_double_increment>(
        "erratum_double_increment", "r0p2: a wrap that steps over 0 sets no flag", "D7"),
    parameter_row<arm1136_config>::bits<&arm1136_config::ccnt_reset_value>(
        "ccnt_reset_value", "CCNT after reset", "D10"));

/// The parameters of the part.
inline constexpr parameter_map_of<arm1136_config, arm1136_parameter_rows> arm1136_parameters{
    "arm1136"};

} // namespace pmu
