// SPDX-License-Identifier: Apache-2.0
// The parameters of the ARM1136JF-S PMU.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/parameter_map.h>

#include <cstdint>
#include <string_view>

namespace PMU_API pmu {

/// Parameters of the ARM1136 PMU. The decisions D1 to D10, in this part's README, give the reasons
/// for the defaults.
struct arm1136_config {
    bool user_access = false;             ///< true: User mode accesses act as privileged ones (D1)
    std::uint32_t start_delay_cycles = 3; ///< edges that do not count after E goes to 1 (D4)
    std::uint32_t stop_delay_cycles = 0;  ///< edges that still count after E goes to 0 (D4)
    two_bit_mode two_bit = two_bit_mode::popcount; ///< how two-wire events are read (D3)
    bool erratum_double_increment = false; ///< r0p2: a wrap that steps over 0 sets no flag (D7)
    bool irq_active_low = false;           ///< inverts the PMUIRQ pin only (D8)
    bool irq_clear_needs_e = true;         ///< PMUIRQ drops only while E is 1 (D2)
    bool irq_set_needs_e = false;          ///< PMUIRQ rises only while E is 1 (D9)
    bool flag_clear_needs_e = false;       ///< flags can be cleared only while E is 1 (D2)
    bool c_resets_prescaler = true;        ///< PMNC.C zeroes the prescaler too (D5)
    std::uint32_t ccnt_reset_value = 0;    ///< CCNT after reset (D10)
};

/// What a User mode access gets, by the value of `user_access`.
inline constexpr std::string_view arm1136_user_accesses[] = {"undefined", "allow"};
/// The longest start or stop delay, in edges.
constexpr std::uint64_t arm1136_longest_delay = 1000;

/// A row of arm1136_parameter_rows.
using arm1136_row = parameter_row<arm1136_config>;
/// What configuration by name, access programs and documents know of each member.
inline constexpr arm1136_row arm1136_parameter_rows[] = {
    arm1136_row::flag<&arm1136_config::user_access>("user_access", "what a User mode access gets",
                                                    "D1", arm1136_user_accesses),
    arm1136_row::number<&arm1136_config::start_delay_cycles>(
        "start_delay_cycles", 0, arm1136_longest_delay, "edges that do not count after E goes to 1",
        "D4"),
    arm1136_row::choice<&arm1136_config::two_bit>(
        "two_bit_mode", "whether the wires of a two-wire event add up or are a binary number",
        "D3"),
    arm1136_row::flag<&arm1136_config::erratum_double_increment>(
        "erratum_double_increment", "r0p2: a wrap that steps over 0 sets no flag", "D7"),
    arm1136_row::flag<&arm1136_config::irq_active_low>("irq_active_low",
                                                       "inverts the pin PMUIRQ only", "D8"),
    arm1136_row::number<&arm1136_config::stop_delay_cycles>(
        "stop_delay_cycles", 0, arm1136_longest_delay, "edges that still count after E goes to 0",
        "D4"),
    arm1136_row::flag<&arm1136_config::irq_clear_needs_e>("irq_clear_needs_e",
                                                          "PMUIRQ drops only while E is 1", "D2"),
    arm1136_row::flag<&arm1136_config::irq_set_needs_e>("irq_set_needs_e",
                                                        "PMUIRQ rises only while E is 1", "D9"),
    arm1136_row::flag<&arm1136_config::flag_clear_needs_e>(
        "flag_clear_needs_e", "flags can be cleared only while E is 1", "D2"),
    arm1136_row::flag<&arm1136_config::c_resets_prescaler>("c_resets_prescaler",
                                                           "PMNC.C zeroes the prescaler too", "D5"),
    arm1136_row::bits<&arm1136_config::ccnt_reset_value>("ccnt_reset_value", "CCNT after reset",
                                                         "D10"),
};

/// The parameters of the part.
inline constexpr parameter_map_of<arm1136_config, arm1136_parameter_rows> arm1136_parameters{
    "arm1136"};

} // namespace pmu
