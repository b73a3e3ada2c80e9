// SPDX-License-Identifier: Apache-2.0
// A value change dump as the stimulus of a program.
#pragma once

#include <part/part_entry.h>
#include <program/vcd_stimulus.h>

#include <string>
#include <systemc>
#include <vector>

namespace platform::pmu_run {

/// \param signals SIGNAL=EVENT, or auto. An event is a number, a name, or as a program spells it:
/// `S0:0x00`, and `:secure` after it
/// \param events those that the unit has; their names count
/// \param period of the clock
/// \throws std::runtime_error
std::vector<program::line_change> read_replay(const std::string& path,
                                              const std::vector<std::string>& signals,
                                              const part::part_entry& part,
                                              const pmu::event_table& events,
                                              const sc_core::sc_time& period);

} // namespace platform::pmu_run
