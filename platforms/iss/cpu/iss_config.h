// SPDX-License-Identifier: Apache-2.0
// What a simulated CPU is, and what is to be known of what it executes.
#pragma once

#include <activity/cycle_activity.h>
#include <iss/cpu/event_delivery.h>
#include <iss/cpu/execution_watcher.h>
#include <iss/cpu/trace_filter.h>
#include <iss/meter/activity_account.h>
#include <iss/meter/core_model.h>
#include <iss/profile/call_profile.h>
#include <pmu/core/register_map.h>
#include <pmu/tlm/coprocessor_adapter.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace platform::iss {

/// A register of the PMU to which a write counts as an activity.
struct counted_write {
    pmu::coprocessor_register where;
    std::uint32_t mask = 0; ///< if any of these bits is set
    activity::activity_kind kind = activity::activity_kind::nothing;
};

/// Bits of a register.
struct register_bits {
    pmu::coprocessor_register where;
    std::uint32_t mask = 0;
};

struct iss_config {
    cpu_type type = cpu_type::arm1136;
    execution_mode mode = execution_mode::exact;
    cache_pair caches;                              ///< none by default
    sc_core::sc_time cycle{10, sc_core::SC_NS};     ///< at least two ticks
    std::uint64_t coprocessor_window = 0;           ///< where its coprocessor space is mapped
    const pmu::register_map* coprocessor = nullptr; ///< what is there; nullptr: nothing
    std::uint32_t settle_cycles = 0; ///< after a change of `settling` events are reported one by
                                     ///< one for so many cycles, since the PMU begins to count or
                                     ///< ends some time after it
    register_bits settling;          ///< 0 out of reset
    /// A register of the CPU beside those of the PMU, whose bits drive a pin: iss_cpu tells of each
    /// write. Privileged modes have access; nothing: there is none.
    std::optional<register_bits> held_register;
    std::uint32_t held_at_start = 0;    ///< what it reads out of reset
    std::uint64_t max_instructions = 0; ///< the firmware is ended after those; 0: no limit
    bool starts_at_reset = false; ///< in the architectural state; else as boot code leaves the core
    std::uint64_t wanted_kinds = 0; ///< in totals(), as bits, beside what the PMU counts
    std::vector<counted_write> counted_writes;
    enabled_counts* enabled = nullptr; ///< gets what is executed while `settling` is set, in fast
                                       ///< mode; nullptr: nobody wants to know
    /// Get what is executed as units on the bus do; who owns them turns them on, and outlives it.
    std::vector<enabled_counts*> enabled_on_bus;
    std::ostream* trace = nullptr;        ///< a line an instruction; nullptr: none
    trace_filter trace_lines;             ///< which of them
    call_profile* profile = nullptr;      ///< follows calls, and must outlive it; nullptr: none
    activity_account* account = nullptr;  ///< must outlive it; nullptr: none
    execution_watcher* watcher = nullptr; ///< is told what is executed, and must outlive it;
                                          ///< nullptr: nobody looks on; its kinds are among
                                          ///< `wanted_kinds`
    std::function<bool()> stop_asked;     ///< whether to end early; may be empty
};

/// How the firmware ended.
struct iss_outcome {
    int exit_code = 0; ///< the firmware's own; 1: it cannot go on; 2: the host has no memory for it
    std::string message; ///< why it could not
};

} // namespace platform::iss
