// SPDX-License-Identifier: Apache-2.0
// Options of the simulated CPU that firmware and Linux share.
#pragma once

#include <pmu_run/command_line/option_groups.h>

#include <iss/cpu/iss_cpu.h>
#include <program/option_values.h>
#include <program/unit_info.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// Sizes between colons. \param form of the option, for the message
/// \throws std::runtime_error
std::vector<std::uint64_t> parse_list(const std::string& text, std::size_t size,
                                      const std::string& option, const std::string& form);
/// \throws std::runtime_error if it is more than 32 bits can hold
std::uint32_t as_word(std::uint64_t value, const std::string& option);
/// The CPU that is asked for. \param most_instructions 0: no limit
/// \throws std::runtime_error for caches, a clock or a quantum that cannot be
iss::iss_config config_of(const cpu_options& options, iss::execution_mode mode,
                          std::uint64_t most_instructions);

/// --option, each NAME=VALUE. \throws std::runtime_error
program::option_values option_values(const std::vector<std::string>& options,
                                     const program::unit_info& unit);

/// From now on CPUs run ahead of time by up to so many of those cycles.
void set_quantum(std::uint64_t cycles, const sc_core::sc_time& cycle);

} // namespace platform::pmu_run
