// SPDX-License-Identifier: Apache-2.0
// How an XScale shows the activity of its core on its event lines.
#pragma once

#include <activity/event_mapping.h>

namespace platform::xscale_common {

/// The event bus of the PMU: line n is event n, at most one occurrence of anything in a cycle.
const activity::line_map& xsc_lines();

/// The events that the core itself produces, 0x00 to 0x0D.
const activity::event_map& xsc_event_kinds();

} // namespace platform::xscale_common
