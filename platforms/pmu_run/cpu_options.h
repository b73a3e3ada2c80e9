// SPDX-License-Identifier: Apache-2.0
// Options of the simulated CPU that firmware and Linux share.
#pragma once

#include <iss/meter/core_model.h>
#include <program/option_values.h>
#include <program/unit_info.h>

#include <systemc>

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
/// --caches \throws std::runtime_error
iss::cache_geometry parse_caches(const std::string& text);
/// --option, each NAME=VALUE. \throws std::runtime_error
program::option_values option_values(const std::vector<std::string>& options,
                                     const program::unit_info& unit);
/// --clock-mhz: the period. \throws std::runtime_error
sc_core::sc_time cycle_of(double clock_mhz);
/// --quantum \throws std::runtime_error if time has no room for so many cycles
void check_quantum(std::uint64_t quantum, const sc_core::sc_time& cycle);

} // namespace platform::pmu_run
