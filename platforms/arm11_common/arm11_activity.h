// SPDX-License-Identifier: Apache-2.0
// How an ARM11 core shows its activity on its event lines.
#pragma once

#include <activity/event_mapping.h>

namespace platform::arm11_common {

/// EVNTBUS[19:0]. The two wires of instructions, branches and changes of the PC are raised one by
/// one: the second for a second occurrence in the same cycle.
const activity::line_map& arm11_lines();

/// Every event that all the cores produce: all with a bit of EVNTBUS, and 0xFF. The events of
/// ETMEXTOUT come from the trace hardware.
const activity::event_map& arm11_event_kinds();

} // namespace platform::arm11_common
