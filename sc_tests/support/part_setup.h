// SPDX-License-Identifier: Apache-2.0
// What a driver writes to bring every counter of a part to count: for benchmarks and for tests that
// treat all parts alike. What each part needs is in setups/PART_setup.h; <generated/part_setups.h>
// has them all.
#pragma once

#include <cstdint>
#include <vector>

namespace sc_test {

struct register_write {
    std::uint32_t address;
    std::uint32_t value;
};
using register_writes = std::vector<register_write>;

/// In which mode the counters of a unit are set up. All counters are enabled and their interrupt
/// requests too.
struct counting_mode {
    bool enabled = true; ///< the enable of all counters: E, CEN
    bool divided = false;
    bool exported = false; ///< events to EVNTBUS, where the part has it
};

/// For each core:
///   event_counters     how many it has, beside the cycle counter
///   event              what its first event counter is set to count
///   event_text         the same as access programs spell it
///   cycle_counter      address of CCNT
///   first_counter      address of its first event counter, once `everywhere()` is written
///   start(mode)        sets all counters to zero, selects events, clears flags, and starts
///   clear_flags(mode)  clears the overflow flags of all counters and keeps the rest
///   everywhere(event)  selects the event in all event counters, from the first on, sets them to
///   zero, and enables
///                      them and the unit
///   is_reported(event) whether the part tells who selects an event that its list has
template <class Core>
struct part_setup;

} // namespace sc_test
