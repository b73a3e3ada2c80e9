// SPDX-License-Identifier: Apache-2.0
// How a Cortex-R5 shows the activity of its core on its event lines.
#pragma once

#include <activity/event_mapping.h>
#include <activity/pipeline.h>

namespace platform::cortex_r5 {

/// The core: two instructions a cycle, one of them a branch at most.
activity::pipeline_config cortex_r5_pipeline();

/// EVNTBUS[50:0]. A dual-issued pair raises bits 5 and 6.
const activity::line_map& cortex_r5_bus_lines();

/// The events without a bus bit, numbered as aux_events.
const activity::line_map& cortex_r5_aux_lines();

/// Every event that the generated activity knows. It has no tightly-coupled memories, no ACP, no
/// fatal errors, and never disables FIQ interrupts; the ETM's outputs come from the trace hardware.
const activity::event_map& cortex_r5_event_kinds();

} // namespace platform::cortex_r5
