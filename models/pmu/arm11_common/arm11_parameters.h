// SPDX-License-Identifier: Apache-2.0
// The parameters that the PMUs of the ARM11 cores have.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/parameter_map.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace PMU_API pmu {

/// Parameters of every ARM11 PMU. The decisions, in the README of the part, give the reasons for
/// the defaults.
struct arm11_config {
    bool user_access = false;             ///< true: User mode accesses act as privileged ones
    std::uint32_t start_delay_cycles = 3; ///< edges that do not count after E goes to 1 (D4)
    std::uint32_t stop_delay_cycles = 0;  ///< edges that still count after E goes to 0 (D4)
    two_bit_mode two_bit = two_bit_mode::popcount; ///< how two-wire events are read (D3)
    bool irq_active_low = false;                   ///< inverts the PMUIRQ pin only (D8)
    bool irq_clear_needs_e = true;                 ///< PMUIRQ drops only while E is 1 (D2)
    bool irq_set_needs_e = false;                  ///< PMUIRQ rises only while E is 1 (D9)
    bool flag_clear_needs_e = false;               ///< flags can be cleared only while E is 1 (D2)
    bool c_resets_prescaler = true;                ///< PMNC.C zeroes the prescaler too (D5)
};

/// What a User mode access gets, by the value of `user_access`.
inline constexpr std::string_view arm11_user_accesses[] = {"undefined", "allow"};
/// The longest start or stop delay, in edges.
constexpr std::uint64_t arm11_longest_delay = 1000;

/// The rows of a part: those of every ARM11 PMU, then its own ones.
/// \tparam Config the parameters of the part, an arm11_config
/// \param user_decision the decision on User mode accesses
/// \param own rows of its own
template <class Config, class... Own>
constexpr std::array<parameter_row<Config>, 9 + sizeof...(Own)>
arm11_parameter_rows(const char* user_decision, const Own&... own) {
    using row = parameter_row<Config>;
    return {
        row::template flag<&arm11_config::user_access>(
            "user_access", "what a User mode access gets", user_decision, arm11_user_accesses),
        row::template number<&arm11_config::start_delay_cycles>(
            "start_delay_cycles", 0, arm11_longest_delay,
            "edges that do not count after E goes to 1", "D4"),
        row::template choice<&arm11_config::two_bit>(
            "two_bit_mode", "whether the wires of a two-wire event add up or are a binary number",
            "D3"),
        row::template flag<&arm11_config::irq_active_low>("irq_active_low",
                                                          "inverts the pin PMUIRQ only", "D8"),
        row::template number<&arm11_config::stop_delay_cycles>(
            "stop_delay_cycles", 0, arm11_longest_delay, "edges that still count after E goes to 0",
            "D4"),
        row::template flag<&arm11_config::irq_clear_needs_e>(
            "irq_clear_needs_e", "PMUIRQ drops only while E is 1", "D2"),
        row::template flag<&arm11_config::irq_set_needs_e>("irq_set_needs_e",
                                                           "PMUIRQ rises only while E is 1", "D9"),
        row::template flag<&arm11_config::flag_clear_needs_e>(
            "flag_clear_needs_e", "flags can be cleared only while E is 1", "D2"),
        row::template flag<&arm11_config::c_resets_prescaler>(
            "c_resets_prescaler", "PMNC.C zeroes the prescaler too", "D5"),
        own...,
    };
}

} // namespace pmu
