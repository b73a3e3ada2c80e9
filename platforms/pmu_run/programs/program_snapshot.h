// SPDX-License-Identifier: Apache-2.0
// What --save-at writes and --restore reads: a unit, and what a program has made of its
// surroundings.
#pragma once

#include <part/player_target.h>
#include <program/player.h>
#include <program/unit_info.h>

#include <string>

namespace platform::pmu_run {

// The body of the snapshot (pmu/core/snapshot.h has the rest), of the kind PMU-PROG:
//
//   bytes      what
//   text       the part
//   13 * 4     r0 to r12
//   1, 1       flags: the mode is privileged; the access is secure
//   512 / 8    the event lines that `events` and `bus` hold, line 0 in bit 0 of byte 0
//   512 / 8    those that are driven: a `pulse` may be on
//   1          flag: reset is asserted
//   1          how many pins the program has driven; for each, in the order of the part's pins:
//     1        its position
//     4 * 8    its value
//   4          how long the rest is
//   ...        the unit, as its module saves it
//
// The interrupt controller has no state that a program could reach, and its lines follow the unit.

/// What a program can be continued with.
struct program_state {
    program::cpu_state cpu;
    part::driven_levels driven;
    std::string unit; ///< as the module has it
};

/// The state now. Pins that the program has not driven are not in it.
program_state state_of(const program::cpu_state& cpu, const part::pmu_platform& target,
                       const part::player_target& player);

/// Goes on as what was saved; the stub CPU's state is the caller's. To be called from its thread.
/// \throws pmu::snapshot_error
void continue_from(const program_state& state, part::pmu_platform& target,
                   part::player_target& player);

/// The state as a snapshot, of this part.
std::string to_bytes(const program_state& state, const program::unit_info& unit);

/// Reads a snapshot. That the module takes its part of it is to be seen.
/// \throws std::runtime_error names the file: it cannot be read, or is no snapshot of this part
program_state load_state(const std::string& path, const program::unit_info& unit);

} // namespace platform::pmu_run
