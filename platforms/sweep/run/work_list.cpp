// SPDX-License-Identifier: Apache-2.0
#include <sweep/run/work_list.h>

#include <algorithm>
#include <future>
#include <iterator>

namespace platform::sweep {

namespace {

/// Reading a result of a server is waiting for the most part.
constexpr std::uint64_t most_readers = 16;
constexpr std::uint64_t points_of_reader = 2000; ///< that a thread is worth

} // namespace

/// What a range of points has come to.
struct work_list::share {
    tally count;
    std::vector<std::string> broken;
};

work_list::work_list(const plan& of, const store& results, const mending& m)
    : m_states(of.points().size(), point_state::left_out) {
    key_scan done(results.path(store::results));
    key_scan failed(results.path(store::failures_folder));
    done.look();
    failed.look();
    const std::uint64_t readers = std::clamp<std::uint64_t>(
        std::min(done.count() + failed.count(), m_states.size()) / points_of_reader, 1,
        most_readers);
    std::vector<std::future<share>> shares;
    for (std::uint64_t n = 0; n != readers; ++n) {
        shares.push_back(std::async(
            readers == 1 ? std::launch::deferred : std::launch::async,
            [&, begin = m_states.size() * n / readers, end = m_states.size() * (n + 1) / readers] {
                return look(of, results, m, done, failed, begin, end);
            }));
    }
    for (std::future<share>& future : shares) {
        share s = future.get();
        m_tally.points += s.count.points;
        m_tally.done += s.count.done;
        m_tally.failed += s.count.failed;
        std::move(s.broken.begin(), s.broken.end(), std::back_inserter(m_broken));
    }
}

work_list::share work_list::look(const plan& of, const store& results, const mending& m,
                                 const key_scan& done, const key_scan& failed, std::uint64_t begin,
                                 std::uint64_t end) {
    share s;
    for (std::uint64_t index = begin; index != end; ++index) {
        if (!of.points().is_included(index)) {
            continue;
        }
        ++s.count.points;
        m_states[index] = point_state::missing;
        const std::string key = of.key(index);
        const bool has_result = done.contains(key);
        const bool has_failures = failed.contains(key);
        if (!has_result && !has_failures) {
            continue;
        }
        const verdict v = judge(of.of(), results, key, has_result, has_failures);
        m_states[index] = v.state;
        if (!v.broken.empty()) {
            s.broken.push_back(v.broken + (m.sets_broken_aside
                                               ? "; it is now " + results.set_aside(key)
                                               : std::string()));
        }
        if (m.forgets_failures && v.state != point_state::done && v.attempts != 0) {
            results.forget(key);
            m_states[index] = point_state::missing;
        }
        s.count.done += m_states[index] == point_state::done ? 1 : 0;
        s.count.failed += m_states[index] == point_state::failed ? 1 : 0;
    }
    return s;
}

void work_list::set(std::uint64_t index, point_state state) {
    const auto recount = [&](point_state counted, std::uint64_t& count) {
        count -= m_states[index] == counted ? 1 : 0;
        count += state == counted ? 1 : 0;
    };
    recount(point_state::done, m_tally.done);
    recount(point_state::failed, m_tally.failed);
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
            work.set(point.index, point.succeeded  ? point_state::done
                                  : point.is_final ? point_state::failed
                                                   : point_state::missing);
            if (!point.succeeded && on_failure) {
                on_failure(point);
            }
        }
        if (on_progress) {
            on_progress(work.count());
        }
    }
}

} // namespace platform::sweep
