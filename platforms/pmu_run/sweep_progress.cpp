// SPDX-License-Identifier: Apache-2.0
#include "sweep_progress.h"

#include <report/progress.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

#include <unistd.h>

namespace platform::pmu_run {

progress_line::progress_line(const sweep::tally& first)
    : m_first(first.done), m_is_terminal(::isatty(STDERR_FILENO) != 0) {
}

void progress_line::show(const sweep::tally& count) {
    const auto now = clock::now();
    if (!m_is_terminal || now - m_shown < report::progress::interval) {
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
    const std::string text = line.str();
    std::cerr << '\r' << text << std::string(m_size > text.size() ? m_size - text.size() : 0, ' ')
              << std::flush;
    m_size = std::max(m_size, text.size());
}

void progress_line::clear() {
    if (m_size != 0) {
        std::cerr << '\r' << std::string(m_size, ' ') << '\r' << std::flush;
        m_size = 0;
    }
}

} // namespace platform::pmu_run
