// SPDX-License-Identifier: Apache-2.0
// How far a sweep has come, for people at a terminal.
#pragma once

#include <sweep/work_list.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace platform::pmu_run {

/// "points: 12 of 1000, 1 failed; 35 a second, 28 s left", for terminals.
class progress_line {
public:
    explicit progress_line(const sweep::tally& first);

    ~progress_line() { clear(); }
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    /// At most five times a second.
    void show(const sweep::tally& count);

    /// So that something else can be written.
    void clear();

private:
    using clock = std::chrono::steady_clock;
    std::uint64_t m_first;
    bool m_is_terminal;
    clock::time_point m_begun = clock::now();
    clock::time_point m_shown{};
    std::size_t m_size = 0;
};

} // namespace platform::pmu_run
