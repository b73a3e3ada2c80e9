// SPDX-License-Identifier: Apache-2.0
// How fast a run goes whose end nobody knows, for people at a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <systemc>

namespace platform::pmu_run {

/// "run, 1.52 s simulated; 85.2 M cycles a second", after a second, at most five times a second,
/// until something else is written. Elsewhere than on a terminal it does nothing.
class run_progress {
public:
    /// \param period of the clock whose cycles are told
    explicit run_progress(const sc_core::sc_time& period) : m_period(period) {}
    ~run_progress();
    run_progress(const run_progress&) = delete;
    run_progress& operator=(const run_progress&) = delete;

    /// What a simulation is to ask whether it is to end, which it does often.
    /// \param now the simulated time; may be called as soon as this is asked
    std::function<bool()> stop_question(std::function<sc_core::sc_time()> now);

private:
    using clock = std::chrono::steady_clock;
    void look(const sc_core::sc_time& simulated);

    sc_core::sc_time m_period;
    clock::time_point m_begun = clock::now();
    clock::time_point m_shown = m_begun;
    unsigned m_calls = 0;
};

} // namespace platform::pmu_run
