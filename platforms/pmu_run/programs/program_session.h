// SPDX-License-Identifier: Apache-2.0
// How access programs are played.
#pragma once

#include "program_run.h"

#include <program/vcd_stimulus.h>

namespace platform::pmu_run {

class output_file;

/// What programs are played with.
struct program_setup {
    const program_request& request;
    const components::clock_choice clock;
    const bool quiet; ///< print failures only
    /// Event lines that are raised beside what the one program raises.
    std::vector<program::line_change> replayed = {};

    // What is written of the one program, and of all; nullptr: it is not wanted.
    output_file* vcd = nullptr;
    output_file* fst = nullptr;
    output_file* wave_save = nullptr; ///< for GTKWave, beside the dump
    output_file* json = nullptr;
    output_file* page = nullptr;
    output_file* timeline = nullptr;
    output_file* counts = nullptr;
    output_file* snapshot = nullptr;
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
