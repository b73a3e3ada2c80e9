// SPDX-License-Identifier: Apache-2.0
#include <report/progress.h>

#include <process/text_streams.h>
#include <process/transient_line.h>

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <utility>

namespace platform::report {

std::string span(double seconds) {
    process::text_writer text;
    const auto whole = static_cast<std::uint64_t>(std::max(seconds, 0.0));
    if (seconds < 10) {
        text << std::fixed << std::setprecision(1) << seconds << " s";
    } else if (whole < 120) {
        text << whole << " s";
    } else if (whole < 7200) {
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
    process::text_writer text;
    text << std::setprecision(3) << per_second << ' ' << prefixes[prefix] << unit << " a second";
    return text.str();
}

progress_line::progress_line(bool is_wanted)
    : progress_line(is_wanted && process::transient_line::is_possible()
                        ? text_sink([](const std::string& text) {
                              text.empty() ? process::transient_line::erase()
                                           : process::transient_line::show(text);
                          })
                        : nullptr,
                    clock::now) {
}

progress_line::progress_line(text_sink show, time_source now)
    : m_show(std::move(show)), m_now(std::move(now)), m_begun(m_now()),
      m_next(m_begun + first_after) {
}

void progress_line::erase() {
    if (is_seen()) {
        m_show("");
    }
    m_show = nullptr;
}

std::string share_text(const std::string& label, std::uint64_t done, std::uint64_t total,
                       const std::string& unit, double seconds) {
    const double share =
        total == 0 ? 0.0 : static_cast<double>(std::min(done, total)) / static_cast<double>(total);
    std::string line = label + " " + std::to_string(static_cast<int>(share * 100)) + " %";
    if (!unit.empty() && done != 0 && done <= total) {
        const double rate = static_cast<double>(done) / seconds;
        line += "; " + pace(rate, unit) + ", " + span(static_cast<double>(total - done) / rate) +
                " left";
    }
    return line;
}

} // namespace platform::report
