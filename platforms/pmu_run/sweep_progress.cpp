// SPDX-License-Identifier: Apache-2.0
#include "sweep_progress.h"

#include <process/transient_line.h>
#include <report/progress.h>

#include <iomanip>
#include <sstream>

namespace platform::pmu_run {

progress_line::~progress_line() {
    process::transient_line::erase();
}

void progress_line::show(const sweep::tally& count) {
    const auto now = clock::now();
    if (!process::transient_line::is_possible() || now - m_shown < report::progress::interval) {
        return;
    }
    m_shown = now;
    std::ostringstream line;
    line << "points: " << count.done << " of " << count.points;
    if (count.failed != 0) {
        line << ", " << count.failed << " failed";
    }
    const double passed = std::chrono::duration<double>(now - m_begun).count();
    const double rate = static_cast<double>(count.done - m_first) / passed;
    if (passed > 1 && rate > 0) {
        line << "; " << std::setprecision(3) << rate << " a second, "
             << report::span(static_cast<double>(count.left()) / rate) << " left";
    }
    process::transient_line::show(line.str());
}

} // namespace platform::pmu_run
