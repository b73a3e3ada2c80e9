// SPDX-License-Identifier: Apache-2.0
// How fast a run goes whose end nobody knows, for people at a terminal.
#pragma once

#include <report/progress.h>

#include <functional>
#include <systemc>

namespace platform::pmu_run {

/// "run, 1.52 s simulated; 85.2 M cycles a second".
class run_progress {
public:
    /// \param period of the clock whose cycles are told
    explicit run_progress(const sc_core::sc_time& period) : m_period(period) {}

    /// What a simulation is to ask whether it is to end, which it does often.
    /// \param now the simulated time; may be called as soon as this is asked
    std::function<bool()> stop_question(std::function<sc_core::sc_time()> now);

private:
    sc_core::sc_time m_period;
    report::progress_line m_line;
    unsigned m_calls = 0;
};

} // namespace platform::pmu_run
