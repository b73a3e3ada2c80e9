// SPDX-License-Identifier: Apache-2.0
// How fast a run goes whose end nobody knows, for people at a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace platform::pmu_run {

/// "run, 1.52 s simulated; 85.2 M cycles a second", after a second, at most five times a second,
/// until something else is written. Elsewhere than on a terminal it does nothing.
class run_progress {
public:
    /// \param period_ps of the clock whose cycles are told
    explicit run_progress(double period_ps) : m_period_ps(period_ps) {}
    ~run_progress();
    run_progress(const run_progress&) = delete;
    run_progress& operator=(const run_progress&) = delete;

    /// What a simulation is to ask whether it is to end, which it does often.
    /// \param now the simulated time in picoseconds; may be called as soon as this is asked
    std::function<bool()> stop_question(std::function<double()> now);

private:
    using clock = std::chrono::steady_clock;
    void look(double simulated_ps);

    double m_period_ps;
    clock::time_point m_begun = clock::now();
    clock::time_point m_shown = m_begun;
    unsigned m_calls = 0;
};

} // namespace platform::pmu_run
