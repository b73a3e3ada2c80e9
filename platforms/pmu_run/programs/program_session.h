// SPDX-License-Identifier: Apache-2.0
// How access programs are played.
#pragma once

#include "program_run.h"
#include <pmu_run/run/outputs.h>

#include <program/vcd_stimulus.h>

namespace platform::pmu_run {

/// What programs are played with.
struct program_setup {
    const file_request& request;
    const output_set& outputs;
    const part::part_entry& part = request.part.unit();
    const components::clock_choice clock = request.programs.clock.choice();
    /// Event lines that are raised beside what the one program raises.
    std::vector<program::line_change> replayed = {};
};

/// The key of the reason why there is no snapshot.
inline constexpr const char* not_saved_key = "not_saved";

/// Plays it in this process, prints its verdict, and writes what is wanted. \return the outcome
/// \throws std::runtime_error
nlohmann::json play_here(const program::program& p, const program_setup& setup);

/// The events of --replay. \param program with its options
/// \throws std::runtime_error
std::vector<program::line_change> read_replay(const program_setup& setup,
                                              const program::program& p);

} // namespace platform::pmu_run
