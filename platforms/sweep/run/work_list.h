// SPDX-License-Identifier: Apache-2.0
// What is still to be done of a sweep, and doing it on this machine.
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/plan/verdict.h>
#include <sweep/run/point_runner.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platform::sweep {

/// How far a sweep has come.
struct tally {
    std::uint64_t points = 0; ///< that the filters leave
    std::uint64_t done = 0;
    std::uint64_t failed = 0; ///< as often as they may
    std::uint64_t left() const { return points - done - failed; }
};

/// The state of each point: a byte each.
class work_list {
public:
    /// What a controller does with what it finds; nobody else changes anything.
    struct mending {
        bool forgets_failures = false;  ///< so that what has failed is tried again
        bool sets_broken_aside = false; ///< results that are not whole, so that they are run again
    };
    /// Reads what the store has of each point.
    work_list(const plan& of, const store& results, const mending& m);
    work_list(const plan& of, const store& results) : work_list(of, results, mending()) {}

    /// Results that are there, but not whole: what is wrong, a line each.
    const std::vector<std::string>& broken() const { return m_broken; }
    const tally& count() const { return m_tally; }
    point_state state(std::uint64_t index) const { return m_states[index]; }
    void set(std::uint64_t index, point_state state);
    /// The next one that is missing, from where the last search ended on.
    /// \return false: there is none
    bool next(std::uint64_t& index);

private:
    struct share;
    share look(const plan& of, const store& results, const mending& m, const key_scan& done,
               const key_scan& failed, std::uint64_t begin, std::uint64_t end);

    std::vector<point_state> m_states;
    std::vector<std::string> m_broken;
    std::uint64_t m_at = 0;
    tally m_tally;
};

/// Called after each point, and while nothing ends.
using progress_report = std::function<void(const tally& count)>;
/// Tells of a point that has failed.
using failure_report = std::function<void(const finished_point& point)>;

struct run_outcome {
    bool was_stopped = false;
    std::uint64_t run = 0;    ///< points that were run, tries included
    double point_seconds = 0; ///< that they took
};

/// Runs what is missing, `jobs` processes at a time, until nothing is or SIGINT or SIGTERM comes.
run_outcome run_here(const plan& of, const store& results, work_list& work, unsigned jobs,
                     const progress_report& on_progress, const failure_report& on_failure);

} // namespace platform::sweep
