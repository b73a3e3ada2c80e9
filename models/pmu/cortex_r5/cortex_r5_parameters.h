// SPDX-License-Identifier: Apache-2.0
// The parameters of the Cortex-R5 PMU.
#pragma once

#include <pmu/core/parameter_map.h>

#include <cstdint>

namespace PMU_API pmu {

/// Parameters of the Cortex-R5 PMU. The decisions in this part's README give the reasons for the
/// defaults.
struct cortex_r5_config {
    bool irq_active_low = false;   ///< inverts the PMUIRQ pin only (D17)
    bool irq_gated_by_e = false;   ///< PMUIRQ is asserted only while PMCR.E is 1 (D5)
    bool evntbus_auth_gate = true; ///< EVNTBUS is 0 without DBGEN and NIDEN (D13)
    bool user_validation = true;   ///< PMUSERENR opens the validation registers too (D10)
    std::uint32_t reset_fill = 0;  ///< counters, and in [7:0] event selections, after reset
};

/// A row of cortex_r5_parameter_rows.
using cortex_r5_row = parameter_row<cortex_r5_config>;
/// What configuration by name, access programs and documents know of each member.
inline constexpr cortex_r5_row cortex_r5_parameter_rows[] = {
    cortex_r5_row::flag<&cortex_r5_config::irq_active_low>("irq_active_low",
                                                           "inverts the pin PMUIRQ only", "D17"),
    cortex_r5_row::flag<&cortex_r5_config::irq_gated_by_e>(
        "irq_gated_by_e", "PMUIRQ is asserted only while PMCR.E is 1", "D5"),
    cortex_r5_row::flag<&cortex_r5_config::evntbus_auth_gate>(
        "evntbus_auth_gate", "EVNTBUS is 0 without DBGEN and NIDEN", "D13"),
    cortex_r5_row::flag<&cortex_r5_config::user_validation>(
        "user_validation", "PMUSERENR opens the validation registers to User mode", "D10"),
    cortex_r5_row::bits<&cortex_r5_config::reset_fill>(
        "reset_fill", "what counters and event selections hold after reset",
        "the manual leaves it open"),
};

/// The parameters of the part.
inline constexpr parameter_map_of<cortex_r5_config, cortex_r5_parameter_rows> cortex_r5_parameters{
    "cortex_r5"};

} // namespace pmu
