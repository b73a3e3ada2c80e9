// SPDX-License-Identifier: Apache-2.0
#include <report/progress.h>

#include <process/printable.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace platform::report {

std::string span(double seconds) {
    std::ostringstream text;
    const auto whole = static_cast<std::uint64_t>(std::max(seconds, 0.0));
    if (seconds < 10) {
        text << std::fixed << std::setprecision(1) << seconds << " s";
    } else if (whole < 120) {
        text << whole << " s";
    } else if (whole < 2 * 3600) {
        text << whole / 60 << " min " << whole % 60 << " s";
    } else {
        text << whole / 3600 << " h " << whole / 60 % 60 << " min";
    }
    return text.str();
}

std::string pace(double per_second, const std::string& unit) {
    constexpr const char* prefixes[] = {"", "k ", "M ", "G "};
    std::size_t prefix = 0;
    while (per_second >= 999.5 && prefix + 1 != std::size(prefixes)) {
        per_second /= 1000;
        ++prefix;
    }
    std::ostringstream text;
    text << std::setprecision(3) << per_second << ' ' << prefixes[prefix] << unit << " a second";
    return text.str();
}

progress::progress(std::string label, std::string unit)
    : progress(std::move(label), std::cerr, isatty(STDERR_FILENO) != 0, clock::now,
               std::move(unit)) {
}

progress::progress(std::string label, std::ostream& out, bool terminal, time_source now,
                   std::string unit)
    : m_label(std::move(label)), m_unit(std::move(unit)), m_out(out), m_active(terminal),
      m_now(std::move(now)), m_begun(m_now()), m_next(m_begun + first_after) {
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
    std::string line = m_label + " " + std::to_string(static_cast<int>(share * 100)) + " %";
    const double rate =
        static_cast<double>(done) / std::chrono::duration<double>(now - m_begun).count();
    if (!m_unit.empty() && done != 0 && done <= total) {
        line += "; " + pace(rate, m_unit) + ", " + span(static_cast<double>(total - done) / rate) +
                " left";
    }
    const std::size_t before = std::exchange(m_shown, line.size());
    const std::string rest(before > line.size() ? before - line.size() : 0, ' ');
    process::write_as_it_is(m_out, '\r' + line + rest);
    m_out.flush();
}

void progress::finish() {
    m_active = false;
    if (m_shown != 0) {
        process::write_as_it_is(m_out, '\r' + std::string(std::exchange(m_shown, 0), ' ') + '\r');
        m_out.flush();
    }
}

} // namespace platform::report
