// SPDX-License-Identifier: Apache-2.0
// The events of the ARM1176JZF-S PMU (ARM DDI 0301, Table 3-137).
#pragma once

#include <pmu/arm11_common/arm11_events.h>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1176_event_bus_width = arm11_evntbus_width;
/// Events of the return stack, which the manual gives no bit of EVNTBUS (D17).
constexpr unsigned arm1176_return_stack_width = arm11_return_stack_width;

/// The event numbers, for EvtCount0, EvtCount1 and batches: `pmu::arm1176_event::DCACHE_MISS`.
namespace arm1176_event {
using namespace arm11_event;
using namespace arm11_return_event;
} // namespace arm1176_event

/// The events of the part.
inline constexpr const event_table& arm1176_events = arm11_events;

} // namespace pmu
