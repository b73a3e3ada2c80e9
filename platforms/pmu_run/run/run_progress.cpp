// SPDX-License-Identifier: Apache-2.0
#include "run_progress.h"

#include "stop_request.h"

#include <report/perf_table.h>

#include <utility>

namespace platform::pmu_run {

std::function<bool()> run_progress::stop_question(std::function<sc_core::sc_time()> now) {
    if (!m_line.is_seen()) {
        return is_stop_requested;
    }
    return [this, now = std::move(now)] {
        constexpr unsigned calls_a_look = 64; // a look at the time takes longer than a call
        if (++m_calls % calls_a_look == 0) {
            m_line.show([&](double seconds) {
                const sc_core::sc_time simulated = now();
                return "run, " + report::time_text(simulated.value()) + " simulated; " +
                       report::pace(simulated / m_period / seconds, "cycles");
            });
        }
        return is_stop_requested();
    };
}

} // namespace platform::pmu_run
