// SPDX-License-Identifier: Apache-2.0
// Where the platforms map their units, and which interrupt line each uses.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstdint>

namespace platform::components::memory_map {

constexpr std::uint64_t interrupt_controller = 0x1014'0000;
constexpr std::uint64_t interrupt_controller_size = 0x1000;
constexpr std::uint64_t cci400 = 0x2C09'0000;
constexpr std::uint64_t cci400_size = 0x1'0000;

/// The coprocessor window of CPU n lies above the 32-bit space, out of reach of loads and stores.
constexpr std::uint64_t coprocessor(unsigned cpu) {
    return 0x1'0000'0000 + cpu * pmu::coprocessor_window_size;
}

/// Lines of the interrupt controller.
namespace irq {
constexpr unsigned pmuirq = 0;          ///< the CPU's PMUIRQ; a second CPU's is the next line
constexpr unsigned cci400 = 2;          ///< combined PMUIRQ
constexpr unsigned cci400_overflow = 3; ///< overflow lines 0 to 4
constexpr unsigned validation = 8;      ///< VALIRQ, VALFIQ, VALRESET, VALEDBGRQ
} // namespace irq

} // namespace platform::components::memory_map
