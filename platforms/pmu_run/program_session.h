// SPDX-License-Identifier: Apache-2.0
// One access program in this process.
#pragma once

#include "program_run.h"

namespace platform::pmu_run {

/// The key of the reason why there is no snapshot.
inline constexpr const char* not_saved_key = "not_saved";

/// Plays it, prints its verdict, and writes what is asked for. \return the outcome
/// \throws std::runtime_error
nlohmann::json play_here(const part::part_entry& part, const program::program& p,
                         const run_request& request);

} // namespace platform::pmu_run
