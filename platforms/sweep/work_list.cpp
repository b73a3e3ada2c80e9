// SPDX-License-Identifier: Apache-2.0
#include <sweep/work_list.h>

#include <algorithm>

namespace platform::sweep {

work_list::work_list(const plan& of, const store& results, bool forgets_failures)
    : m_states(of.points().size(), point_state::left_out) {
    key_scan done(results.path(store::results));
    key_scan failed(results.path(store::failures_folder));
    done.look();
    failed.look();
    const std::uint64_t most_attempts = of.of().limits.retries + 1;
    of.points().for_each_included([&](std::uint64_t index) {
        const std::string key = of.key(index);
        ++m_tally.points;
        point_state state = point_state::missing;
        if (done.contains(key)) {
            state = point_state::done;
            ++m_tally.done;
        } else if (failed.contains(key)) {
            if (forgets_failures) {
                results.forget_failures(key);
            } else if (results.failures(key).size() >= most_attempts) {
                state = point_state::failed;
                ++m_tally.failed;
            }
        }
        m_states[index] = state;
    });
}

void work_list::set(std::uint64_t index, point_state state) {
    const auto counter = [this](point_state s) -> std::uint64_t* {
        return s == point_state::done     ? &m_tally.done
               : s == point_state::failed ? &m_tally.failed
                                          : nullptr;
    };
    if (std::uint64_t* const before = counter(m_states[index])) {
        --*before;
    }
    if (std::uint64_t* const after = counter(state)) {
        ++*after;
    }
    m_states[index] = state;
    if (state == point_state::missing) {
        m_at = std::min(m_at, index);
    }
}

bool work_list::next(std::uint64_t& index) {
    while (m_at != m_states.size() && m_states[m_at] != point_state::missing) {
        ++m_at;
    }
    index = m_at;
    return m_at != m_states.size();
}

run_outcome run_here(const plan& of, const store& results, work_list& work, unsigned jobs,
                     const progress_report& on_progress, const failure_report& on_failure) {
    run_outcome outcome;
    signal_watch signals;
    scratch_folder::remove_stale(results);
    point_runner runner(of, results);
    const std::uint64_t most_attempts = of.of().limits.retries + 1;
    for (;;) {
        std::uint64_t index = 0;
        while (runner.running() < jobs && work.next(index)) {
            work.set(index, point_state::at_work);
            runner.start(index);
        }
        if (runner.running() == 0) {
            return outcome;
        }
        if (signals.wait(runner.patience())) {
            outcome.was_stopped = true;
            return outcome; // the runner kills what still runs
        }
        for (const finished_point& point : runner.reap()) {
            ++outcome.run;
            outcome.point_seconds += point.wall_s;
            const bool is_final = point.attempts >= most_attempts;
            work.set(point.index, point.succeeded ? point_state::done
                                  : is_final      ? point_state::failed
                                                  : point_state::missing);
            if (!point.succeeded && on_failure) {
                on_failure(point, is_final);
            }
        }
        if (on_progress) {
            on_progress(work.count());
        }
    }
}

} // namespace platform::sweep
