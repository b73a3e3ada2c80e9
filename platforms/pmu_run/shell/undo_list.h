// SPDX-License-Identifier: Apache-2.0
// What `undo` of the shell takes back.
#pragma once

#include <pmu_run/programs/program_snapshot.h>
#include <program/player.h>

#include <cstdint>
#include <deque>
#include <string>

namespace platform::pmu_run {

/// The state before a line.
struct undo_state {
    std::string line; ///< what is taken back
    std::uint32_t number = 0;
    program_state state;
    program::play_result result; ///< of all lines before it, without the list of failures
    std::uint64_t edges = 0;     ///< that had passed
};

/// The last states, the newest at its end.
using undo_list = std::deque<undo_state>;

/// Adds a state, and forgets the oldest where there are more than a thousand, or more than 16 MiB.
void push(undo_list& states, undo_state s);

} // namespace platform::pmu_run
