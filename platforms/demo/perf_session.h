// SPDX-License-Identifier: Apache-2.0
// What a CPU does in a demonstration: its drivers count, pass after pass, and it takes interrupts.
#pragma once

#include <demo/perf_plan.h>
#include <demo/vic_driver.h>
#include <part/part_entry.h>
#include <report/progress.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace platform::demo {

/// A driver with its plan, and what it has counted so far. Runs in the stub CPU's thread.
class perf_measurement {
public:
    perf_measurement(perf_driver& driver, const demo_plan& plan);

    std::size_t passes() const { return m_passes; }
    /// Starts the counters of a pass, and takes down what has been generated before.
    void begin_pass(components::stub_cpu& cpu, std::size_t pass);
    /// Stops them, and takes down what they should have counted.
    void end_pass();

    /// Appends what has been counted.
    void report(report::perf_table& table) const;

    perf_driver& driver() { return m_driver; }
    const demo_plan& plan() const { return m_plan; }

private:
    /// Counts of one event over one pass.
    struct tally {
        const demo_event* event;
        std::uint64_t counted;
        std::uint64_t expected;
    };

    perf_driver& m_driver;
    const demo_plan& m_plan;
    std::size_t m_passes;
    std::vector<tally> m_running; ///< by counter, in this pass
    tally m_cycles;               ///< of the first pass that is wrong, else of the last one
    std::vector<tally> m_events;  ///< of all passes
    std::vector<std::uint64_t> m_interrupts; ///< by counter
};

/// One CPU. All its drivers count in the same passes over the same activity; one that has counted
/// all its events rests.
class perf_session {
public:
    /// \param label of the progress line; empty: none
    perf_session(components::stub_cpu& cpu, vic_output interrupt, const part::demo_request& request,
                 const std::string& label);

    /// Before the simulation only; driver and plan are kept by reference.
    void add(perf_driver& driver, const demo_plan& plan);

    /// The task of the CPU.
    void run();

    components::stub_cpu& cpu() { return m_cpu; }
    bool stopped() const { return m_stopped; }              ///< before the end
    std::uint64_t unclaimed() const { return m_unclaimed; } ///< interrupts that no counter caused
    void report(report::perf_table& table) const;           ///< appends what has been counted

private:
    void run_pass(std::size_t pass);
    void pass_activity(std::size_t pass);

    components::stub_cpu& m_cpu;
    vic_driver m_vic;
    const part::demo_request& m_request;
    const std::string m_label;
    report::progress_line m_progress;
    std::vector<perf_measurement> m_measurements;
    std::size_t m_passes = 0;
    bool m_stopped = false;
    std::uint64_t m_unclaimed = 0;
};

/// Simulates until all sessions are done, each in the thread of its CPU, and prints what they have
/// counted as one table.
/// \return whether every count is the generator's
bool run_sessions(const std::string& title, const std::vector<perf_session*>& sessions,
                  const sc_core::sc_time& period, std::ostream& out);

} // namespace platform::demo
