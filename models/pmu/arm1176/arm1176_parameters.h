// SPDX-License-Identifier: Apache-2.0
// The parameters of the ARM1176JZF-S PMU.
#pragma once

#include <pmu/arm11_common/arm11_tables.h>

namespace PMU_API pmu {

/// Parameters of the ARM1176 PMU. The decisions in this part's README give the reasons for the
/// defaults. `user_access` is the level of the pin V where nothing is bound to it (D1).
struct arm1176_config : arm11_config {};

/// A row for each member.
inline constexpr auto arm1176_parameter_rows = arm11_parameter_rows<arm1176_config>("D1");

/// The parameters of the part.
inline constexpr parameter_map_of<arm1176_config, arm1176_parameter_rows> arm1176_parameters{
    "arm1176"};

} // namespace pmu
