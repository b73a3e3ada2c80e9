// SPDX-License-Identifier: Apache-2.0
// The parameters of the XScale core's PMU (XSC1).
#pragma once

#include <pmu/xscale_common/xsc_tables.h>

#include <cstdint>

namespace PMU_API pmu {

/// Parameters of the XScale PMU. The decisions XD-1 to XD-12, in this part's README, give the
/// reasons for the defaults.
struct xscale_config : xsc_config {
    /// Bit k: the product defines event 0x10 + k. All eight; 0x77 are those of the 80200 (XD-11).
    std::uint8_t assp_event_mask = 0xFF;
    bool erratum_a_stepping = false; ///< an overflow clears the flags of earlier ones (XD-12)
};

/// A row for each member.
inline constexpr auto xscale_parameter_rows = xsc_parameter_rows<xscale_config>(
    {"XD-1", "XD-2", "XD-11"},
    parameter_row<xscale_config>::flag<&xscale_config::erratum_a_stepping>(
        "erratum_a_stepping", "an overflow clears the flags of earlier ones", "XD-12"));

/// The parameters of the part.
inline constexpr parameter_map_of<xscale_config, xscale_parameter_rows> xscale_parameters{"xscale"};

} // namespace pmu
