// SPDX-License-Identifier: Apache-2.0
// How an ARM1136 shows the activity of its core on its event lines.
#pragma once

#include <activity/event_mapping.h>

namespace platform::arm1136 {

/// EVNTBUS[19:0]. The two wires of instructions, branches and changes of the PC are raised one by
/// one: the second for a second occurrence in the same cycle.
const activity::line_map& arm1136_lines();

/// Every event that the core itself produces: all with a line, and 0xFF. The events of ETMEXTOUT
/// come from the trace hardware.
const activity::event_map& arm1136_event_kinds();

} // namespace platform::arm1136
