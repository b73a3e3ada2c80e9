// SPDX-License-Identifier: Apache-2.0
#include <report/progress.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include <unistd.h>

namespace platform::report {

progress::progress(std::string label)
    : progress(std::move(label), std::cerr, isatty(STDERR_FILENO) != 0) {
}

progress::progress(std::string label, std::ostream& out, bool terminal, time_source now)
    : m_label(std::move(label)), m_out(out), m_active(terminal), m_now(std::move(now)),
      m_next(m_now() + first_after) {
}

progress::~progress() {
    finish();
}

void progress::update(std::uint64_t done, std::uint64_t total) {
    if (!m_active) {
        return;
    }
    const clock::time_point now = m_now();
    if (now < m_next) {
        return;
    }
    m_next = now + interval;
    const double share =
        total == 0 ? 0.0 : static_cast<double>(std::min(done, total)) / static_cast<double>(total);
    const std::string line = m_label + " " + std::to_string(static_cast<int>(share * 100)) + " %";
    const std::size_t before = std::exchange(m_shown, line.size());
    m_out << '\r' << line << std::string(before > line.size() ? before - line.size() : 0, ' ')
          << std::flush;
}

void progress::finish() {
    m_active = false;
    if (m_shown != 0) {
        m_out << '\r' << std::string(std::exchange(m_shown, 0), ' ') << '\r' << std::flush;
    }
}

} // namespace platform::report
