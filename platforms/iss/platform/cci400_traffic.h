// SPDX-License-Identifier: Apache-2.0
// What a CCI-400 sees of a CPU's traffic.
#pragma once

#include <activity/event_mapping.h>

namespace platform {

/// The slave interface that the CPU is connected to: S4.
constexpr unsigned cpu_slave_interface = 4;

/// Read and write requests of slave interface S4, by ESR codes of the r1 list.
const event_map& cci400_traffic_events();

} // namespace platform
