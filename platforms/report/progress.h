// SPDX-License-Identifier: Apache-2.0
// A progress line for jobs that take long, seen by people and never by files.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace platform::report {

/// A duration as people read it: "9.5 s", "2 min 5 s".
std::string span(double seconds);

/// How fast something goes: "85.2 M cycles a second". \param unit what is counted, in the plural
std::string pace(double per_second, const std::string& unit);

/// A line for people at the terminal that standard error is, from a second after it was made on, at
/// most five times a second, until something else is written. Elsewhere it does nothing.
class progress_line {
public:
    using clock = std::chrono::steady_clock;
    using time_source = std::function<clock::time_point()>;
    using text_sink = std::function<void(const std::string&)>;

    static constexpr std::chrono::milliseconds first_after{1000};
    static constexpr std::chrono::milliseconds interval{200};

    explicit progress_line(bool is_wanted = true);
    /// \param show gets each line, "" at the end
    progress_line(text_sink show, time_source now);
    ~progress_line() { erase(); }
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    /// Whether anybody sees it.
    bool is_seen() const { return m_show != nullptr; }
    /// If it is time, shows text(seconds since it was made).
    template <class Text>
    void show(const Text& text) {
        if (!is_seen()) {
            return;
        }
        const clock::time_point now = m_now();
        if (now >= m_next) {
            m_next = now + interval;
            m_show(text(std::chrono::duration<double>(now - m_begun).count()));
        }
    }
    /// From now on nothing is shown.
    void erase();

private:
    text_sink m_show; ///< empty: nobody sees it
    time_source m_now;
    clock::time_point m_begun;
    clock::time_point m_next; ///< nothing is shown before
};

/// "label 42 %", and "; 1.2 M cycles a second, 9.5 s left" where there is a unit.
/// \param unit of what is done, in the plural; empty: the share will do
/// \param done of `total`; the share is cut at 100 %, and of a total of 0 it is 0 %
/// \param seconds that it has taken
std::string share_text(const std::string& label, std::uint64_t done, std::uint64_t total,
                       const std::string& unit, double seconds);

} // namespace platform::report
