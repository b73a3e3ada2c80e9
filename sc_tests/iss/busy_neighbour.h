// SPDX-License-Identifier: Apache-2.0
// Something changes while a test looks at it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

namespace platform::iss {

/// Repeats a change in a thread for as long as it lives.
class busy_neighbour {
public:
    explicit busy_neighbour(std::function<void()> change)
        : m_thread([this, work = std::move(change)] {
              while (!m_ends) {
                  work();
                  ++m_changes;
              }
          }) {}
    ~busy_neighbour() {
        m_ends = true;
        m_thread.join();
    }

    /// Calls something until it was called often, and while things changed often.
    void meanwhile(const std::function<void()>& call) const {
        using clock = std::chrono::steady_clock;
        const clock::time_point end = clock::now() + std::chrono::milliseconds(150);
        for (int calls = 0; clock::now() < end || calls < 500 || m_changes < 500; ++calls) {
            call();
        }
    }

private:
    std::atomic<bool> m_ends{false};
    std::atomic<int> m_changes{0};
    std::thread m_thread;
};

} // namespace platform::iss
