// SPDX-License-Identifier: Apache-2.0
// How far a sweep has come, for people at a terminal.
#pragma once

#include <sweep/work_list.h>

#include <chrono>
#include <cstdint>

namespace platform::pmu_run {

/// "points: 12 of 1000, 1 failed; 35 a second, 28 s left", for terminals.
class progress_line {
public:
    explicit progress_line(const sweep::tally& first) : m_first(first.done) {}
    ~progress_line();
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    /// At most five times a second.
    void show(const sweep::tally& count);

private:
    using clock = std::chrono::steady_clock;
    std::uint64_t m_first;
    clock::time_point m_begun = clock::now();
    clock::time_point m_shown{};
};

} // namespace platform::pmu_run
