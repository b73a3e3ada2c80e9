// SPDX-License-Identifier: Apache-2.0
// A progress line for jobs that take long, seen by people and never by files.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace platform::report {

/// A duration as people read it: "9.5 s", "2 min 5 s".
std::string span(double seconds);

/// How fast something goes: "85.2 M cycles a second". \param unit what is counted, in the plural
std::string pace(double per_second, const std::string& unit);

/// Shows "label 42 %", and "; 1.2 M cycles a second, 9.5 s left" where there is a unit, on a
/// terminal once a job has taken more than a second, at most five times a second, and erases it at
/// the end. Elsewhere it writes nothing.
class progress {
public:
    using clock = std::chrono::steady_clock;
    using time_source = std::function<clock::time_point()>;

    static constexpr std::chrono::milliseconds first_after{1000};
    static constexpr std::chrono::milliseconds interval{200};

    /// On the standard error stream, if that is a terminal.
    explicit progress(std::string label, std::string unit = "");
    /// \param terminal whether people look at `out`
    /// \param unit of what is done, in the plural; empty: the share will do
    progress(std::string label, std::ostream& out, bool terminal, time_source now = clock::now,
             std::string unit = "");
    ~progress();

    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;

    /// Tells how far the job has come. The share is cut at 100 %; a total of 0 counts as 0 %.
    void update(std::uint64_t done, std::uint64_t total);
    /// Erases the line; updates have no effect any more.
    void finish();

private:
    std::string m_label;
    std::string m_unit;
    std::ostream& m_out;
    bool m_active;
    time_source m_now;
    clock::time_point m_begun;
    clock::time_point m_next; ///< the line is not written before
    std::size_t m_shown = 0;  ///< characters on the line
};

} // namespace platform::report
