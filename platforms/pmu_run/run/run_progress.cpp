// SPDX-License-Identifier: Apache-2.0
#include "run_progress.h"

#include "stop_request.h"

#include <process/transient_line.h>
#include <report/perf_table.h>
#include <report/progress.h>

#include <utility>

namespace platform::pmu_run {

run_progress::~run_progress() {
    process::transient_line::erase();
}

std::function<bool()> run_progress::stop_question(std::function<sc_core::sc_time()> now) {
    if (!process::transient_line::is_possible()) {
        return is_stop_requested;
    }
    return [this, now = std::move(now)] {
        constexpr unsigned calls_a_look = 64; // a look at the time takes longer than a call
        if (++m_calls % calls_a_look == 0) {
            look(now());
        }
        return is_stop_requested();
    };
}

void run_progress::look(const sc_core::sc_time& simulated) {
    const clock::time_point now = clock::now();
    if (now - m_begun < report::progress::first_after ||
        now - m_shown < report::progress::interval) {
        return;
    }
    m_shown = now;
    const double seconds = std::chrono::duration<double>(now - m_begun).count();
    process::transient_line::show("run, " + report::time_text(simulated.value()) + " simulated; " +
                                  report::pace(simulated / m_period / seconds, "cycles"));
}

} // namespace platform::pmu_run
