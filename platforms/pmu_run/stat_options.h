// SPDX-License-Identifier: Apache-2.0
// The options of `stat` of firmware.
#pragma once

#include "option_table.h"

#include <functional>
#include <optional>
#include <string>

namespace platform::pmu_run {

/// What is counted, when, and how often.
void describe_stat(option_table& table, stat_request& s);

/// What is wrong with those that are right one by one; else nothing.
/// \param is_given whether the command line has an option
std::optional<std::string> contradiction_of_stat(const stat_request& s,
                                                 const std::function<bool(const char*)>& is_given);

} // namespace platform::pmu_run
