// SPDX-License-Identifier: Apache-2.0
// Where the platforms map what every one of them has, and which interrupt line PMUIRQ uses. A unit
// of one part on the bus has its place in the part's folder.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstdint>

namespace platform::components::memory_map {

constexpr std::uint64_t interrupt_controller = 0x1014'0000;
constexpr std::uint64_t interrupt_controller_size = 0x1000;

/// The coprocessor window of CPU n lies above the 32-bit space, out of reach of loads and stores.
constexpr std::uint64_t coprocessor(unsigned cpu) {
    return 0x1'0000'0000 + cpu * pmu::coprocessor_window_size;
}

/// The line of the interrupt controller for a CPU's PMUIRQ; a second CPU's is the next one.
constexpr unsigned pmuirq_line = 0;

} // namespace platform::components::memory_map
