// SPDX-License-Identifier: Apache-2.0
// Signals that wait.
#pragma once

#include <csignal>
#include <initializer_list>

namespace platform::process {

/// While it lives, these signals are blocked in this thread.
class held_signals {
public:
    held_signals(std::initializer_list<int> signals) {
        ::sigemptyset(&m_held);
        for (const int signal : signals) {
            ::sigaddset(&m_held, signal);
        }
        ::pthread_sigmask(SIG_BLOCK, &m_held, &m_before);
    }
    held_signals(const held_signals&) = delete;
    held_signals& operator=(const held_signals&) = delete;
    ~held_signals() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

    /// As a set, to wait for.
    const sigset_t& set() const { return m_held; }

private:
    sigset_t m_held{};
    sigset_t m_before{};
};

} // namespace platform::process
