// SPDX-License-Identifier: Apache-2.0
// How an ARM1176 shows the activity of its core beside EVNTBUS.
#pragma once

#include <activity/event_mapping.h>

namespace platform::arm1176 {

/// The events of the return stack, numbered as aux_events.
const activity::line_map& arm1176_aux_lines();

/// Every event that the core itself produces.
const activity::event_map& arm1176_event_kinds();

} // namespace platform::arm1176
