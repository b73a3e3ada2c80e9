// SPDX-License-Identifier: Apache-2.0
// The parameters of the CCI-400 PMU.
#pragma once

#include <pmu/core/parameter_map.h>

namespace PMU_API pmu {

/// Parameters of the CCI-400 PMU.
struct cci400_config {
    /// Revision code, 0 to 15: reads as PIDR2[7:4]. 0 to 4 (r0p0 to r0p4) have the r0 event list,
    /// the others the r1 list; 6 is r1p1 (D12).
    unsigned revision = 6;
    bool irq_active_low = false; ///< inverts the PMUIRQ pin only
};

/// The highest revision code: PIDR2[7:4] has four bits.
constexpr unsigned cci400_last_revision = 15;

/// A row of cci400_parameter_rows.
using cci400_row = parameter_row<cci400_config>;
/// What configuration by name, access programs and documents know of each member.
inline constexpr cci400_row cci400_parameter_rows[] = {
    cci400_row::number<&cci400_config::revision>(
        "revision", 0, cci400_last_revision,
        "PIDR2[7:4]; below 5 the r0 event list, else the r1 list", "D12"),
    cci400_row::flag<&cci400_config::irq_active_low>(
        "irq_active_low", "inverts the pin PMUIRQ only", "a matter of the chip"),
};

/// The parameters of the part.
inline constexpr parameter_map_of<cci400_config, cci400_parameter_rows> cci400_parameters{"cci400"};

} // namespace pmu
