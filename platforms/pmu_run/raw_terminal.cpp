// SPDX-License-Identifier: Apache-2.0
#include "raw_terminal.h"

#include "stop_request.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

constexpr char ctrl_a = 1;
constexpr long long ns_per_ms = 1'000'000;
constexpr long long ms_between_reads = 10;

termios settings_before; ///< of the terminal

void restore() {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_before);
}

long long now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<long long>(now.tv_sec) * 1000 * ns_per_ms + now.tv_nsec;
}

} // namespace

raw_terminal::raw_terminal() {
    m_is_terminal = ::tcgetattr(STDIN_FILENO, &settings_before) == 0;
    if (!m_is_terminal) {
        return;
    }
    call_before_forced_end(restore);
    for (const int signal : {SIGHUP, SIGQUIT}) {
        stop_at_signal(signal);
    }
    termios raw = settings_before;
    ::cfmakeraw(&raw);
    raw.c_oflag |= OPOST; // our own messages end lines by \n alone
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

raw_terminal::~raw_terminal() {
    if (m_is_terminal) {
        restore();
        call_before_forced_end(nullptr);
    }
}

std::string raw_terminal::read() {
    if (!m_is_open) {
        return "";
    }
    const long long since = (now_ns() - m_last_read_ns) / ns_per_ms;
    const long long patience =
        m_is_terminal ? std::clamp(ms_between_reads - since, 0LL, ms_between_reads) : 0;
    pollfd in{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&in, 1, static_cast<int>(patience));
    m_last_read_ns = now_ns();
    if (ready <= 0) {
        return "";
    }
    std::array<char, 256> data{};
    const ssize_t bytes = ::read(STDIN_FILENO, data.data(), data.size());
    if (bytes <= 0) {
        m_is_open = false;
        return "";
    }
    const std::string typed(data.data(), static_cast<std::size_t>(bytes));
    return m_is_terminal ? keys(typed) : typed;
}

std::string raw_terminal::keys(const std::string& typed) {
    std::string sent;
    for (const char key : typed) {
        if (!m_is_escaped && key == ctrl_a) {
            m_is_escaped = true;
            continue;
        }
        const bool is_command = m_is_escaped && (key == 'x' || key == 'X');
        m_is_escaped = false;
        if (is_command) {
            m_is_end_asked = true;
        } else {
            sent += key;
        }
    }
    return sent;
}

} // namespace platform::pmu_run
