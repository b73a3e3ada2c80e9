// SPDX-License-Identifier: Apache-2.0
// Where the platforms map what every one of them has, and which interrupt line PMUIRQ uses. A unit
// of one part on the bus has its place in the part's folder.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstdint>

namespace platform::components::memory_map {

constexpr std::uint64_t interrupt_controller = 0x1014'0000;
constexpr std::uint64_t interrupt_controller_size = 0x1000;

/// Devices of the platforms that run firmware, at the addresses of a Versatile PB.
constexpr std::uint64_t dual_timer_01 = 0x101E'2000;
constexpr std::uint64_t dual_timer_23 = 0x101E'3000;
constexpr std::uint64_t uart0 = 0x101F'1000;

/// The coprocessor window of CPU n lies above the 32-bit space, out of reach of loads and stores.
constexpr std::uint64_t coprocessor(unsigned cpu) {
    return 0x1'0000'0000 + cpu * pmu::coprocessor_window_size;
}

/// The line of the interrupt controller for a CPU's PMUIRQ; a second CPU's is the next one.
constexpr unsigned pmuirq_line = 0;

/// Lines of those devices: UARTINTR; TIMINTC of each dual timer.
constexpr unsigned uart0_line = 12;
constexpr unsigned dual_timer_01_line = 13;
constexpr unsigned dual_timer_23_line = 14;

} // namespace platform::components::memory_map
