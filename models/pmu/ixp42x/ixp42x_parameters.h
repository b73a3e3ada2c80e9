// SPDX-License-Identifier: Apache-2.0
// The parameters of the IXP42X's PMU (XSC2).
#pragma once

#include <pmu/ixp42x/ixp42x_registers.h>
#include <pmu/xscale_common/xsc_tables.h>

#include <cstdint>

namespace PMU_API pmu {

/// Parameters of the IXP42X PMU. The decisions IXD-1 to IXD-11, in this part's README, give the
/// reasons for the defaults.
struct ixp42x_config : xsc_config {
    /// Bit k: the product defines event 0x10 + k. None: the IXP42X reserves them (IXD-11).
    std::uint8_t assp_event_mask = 0;
    std::uint8_t pmu_id = ixp42x_pmnc::id_value; ///< PMNC.ID (IXD-3)
};

/// A row for each member.
inline constexpr auto ixp42x_parameter_rows = xsc_parameter_rows<ixp42x_config>(
    {"IXD-1", "IXD-2", "IXD-11"}, parameter_row<ixp42x_config>::bits<&ixp42x_config::pmu_id>(
                                      "pmu_id", "what PMNC.ID reads", "IXD-3"));

/// The parameters of the part.
inline constexpr parameter_map_of<ixp42x_config, ixp42x_parameter_rows> ixp42x_parameters{"ixp42x"};

} // namespace pmu
