// SPDX-License-Identifier: Apache-2.0
// The simulations that sim_bench can run and measure.
#pragma once

#include <nlohmann/json.hpp>

#include <systemc>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct scenario_options {
    std::vector<std::string> parts{"arm1136"};
    unsigned units = 1;             ///< of each part
    bool has_pmu = true;            ///< false: the same without the PMUs
    bool has_method = false;        ///< and a method that reads the bus in place of each
    bool is_tickless = false;       ///< else on an sc_clock
    bool is_stopped = false;        ///< E = 0
    bool is_exporting = false;      ///< events to EVNTBUS
    bool is_moving = false;         ///< local time moves from call to call
    std::uint64_t cycles = 1000000; ///< to be simulated and measured
    std::uint64_t change_every = 1; ///< cycles from one change of the pins to the next; 0: never
    std::uint64_t calls = 1000000;  ///< accesses or event batches
    std::uint64_t events = 1;       ///< in a batch
};

/// The clock period of all scenarios.
inline const sc_core::sc_time period{10, sc_core::SC_NS};

/// Cycles that a unit may not count after its start.
constexpr std::uint32_t longest_start_delay = 16;

/// CPU time of this process, in nanoseconds.
double cpu_ns();
/// Wall-clock time, in nanoseconds.
double wall_ns();

// Each elaborates, runs and returns numbers by name; "ns" is CPU time. They throw
// std::runtime_error if the PMU has not done what is to be measured.

/// Cycles with a process that changes the pins.
/// \return ns, ns_per_cycle, ns_per_cycle_and_unit, activations of the PMUs meanwhile and from
///         elaboration on (activations_in_all), and the megabytes that the process has grown by
nlohmann::json run_cycles(const scenario_options& options);

/// A full turn of the divided cycle counter, 2^38 cycles, to its interrupt, on a tickless clock.
/// \return wall_seconds
nlohmann::json run_rollover(const scenario_options& options);

/// Reads of a running cycle counter; without a PMU, of a plain register file. With `is_moving` the
/// delay grows by one period a read.
/// \return ns, ns_per_call
nlohmann::json run_reads(const scenario_options& options);

/// Event batches; without a PMU, virtual calls of a function that adds. Always on a tickless clock.
/// With `is_moving` the delay grows by eight periods a call.
/// \return ns, ns_per_call
nlohmann::json run_batches(const scenario_options& options);

/// Elaboration and reset; without PMUs, of modules with the same ports, socket and a thread.
/// \return seconds, and heap_bytes_per_unit without the stacks of threads
nlohmann::json run_elaboration(const scenario_options& options);

} // namespace bench
