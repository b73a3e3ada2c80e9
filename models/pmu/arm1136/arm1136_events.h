// SPDX-License-Identifier: Apache-2.0
// The events of the ARM1136JF-S PMU (ARM DDI 0211, Table 3.141).
#pragma once

#include <pmu/arm11_common/arm11_events.h>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1136_event_bus_width = arm11_evntbus_width;

/// The event numbers, for EvtCount0, EvtCount1 and batches: `pmu::arm1136_event::DCACHE_MISS`.
namespace arm1136_event = arm11_event;

/// The events of the part.
inline constexpr const event_table& arm1136_events = arm11_core_events;

} // namespace pmu
