// SPDX-License-Identifier: Apache-2.0
#include <sweep/batch/batch.h>

#include <process/folders.h>
#include <process/text_streams.h>
#include <process/uninterrupted.h>
#include <process/words.h>
#include <sweep/plan/verdict.h>

#include <algorithm>
#include <charconv>
#include <iomanip>
#include <set>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr std::uint64_t points_before_cost_is_known = 16;
constexpr std::uint64_t most_points_of_task = 20'000;
/// Looks that find tasks which vanished before they began, and none that began, before that is an
/// error: a whole array that somebody cancels is one.
constexpr unsigned most_empty_looks = 10;
constexpr std::uint64_t most_points_bytes = std::uint64_t{64} << 20U;

/// The controller's view of the tasks that wait or run.
class task_table {
public:
    task_table(const plan& of, const store& results, work_list& work, task_starter& starter,
               const failure_report& on_failure)
        : m_plan(of), m_store(results), m_work(work), m_starter(starter), m_on_failure(on_failure),
          m_done(results.path(store::results)) {
        for (const std::string& name : names_in(results.path("tasks"))) {
            std::uint64_t number = 0;
            const char* const end = name.data() + name.size();
            const auto read = std::from_chars(name.data(), end, number);
            if (read.ec == std::errc() && read.ptr == end) {
                m_last = std::max(m_last, number);
                take_up(name);
            }
        }
    }

    bool is_empty() const { return m_tasks.empty(); }
    const run_outcome& outcome() const { return m_outcome; }

    /// Starts as many tasks as may be.
    void start_more() {
        const std::uint64_t most = m_starter.most_tasks();
        while (m_tasks.size() < most) {
            const std::uint64_t wanted = std::min(most - m_tasks.size(), m_starter.most_of_group());
            if (!start_group(wanted)) {
                return;
            }
        }
    }

    /// Looks which have ended, and what has become of their points.
    void look() {
        if (!m_starter.look()) {
            return;
        }
        m_done.look();
        count_new();
        std::set<std::string> groups;
        bool has_begun = false;
        bool has_empty = false;
        for (auto task = m_tasks.begin(); task != m_tasks.end();) {
            const std::string name = task->name();
            const bool has_ended = m_store.has(name + ".end");
            if (!has_ended && m_starter.is_alive(task->group, task->number)) {
                task->missed = 0;
            } else if (has_ended || ++task->missed >= 3) { // a shared folder may be late
                const bool began = has_ended || m_store.has(name + ".now");
                has_begun = has_begun || began;
                has_empty = has_empty || (!began && !task->is_of_before);
                close(*task, has_ended);
                groups.insert(task->group);
                task = m_tasks.erase(task);
                continue;
            }
            ++task;
        }
        for (const std::string& group : groups) {
            remove_if_over(group);
        }
        m_empty_looks = has_begun ? 0 : m_empty_looks + (has_empty ? 1 : 0);
        if (m_empty_looks >= most_empty_looks) {
            throw sweep_error("tasks end before they begin, " + std::to_string(m_empty_looks) +
                              " times in a row; see " + m_store.path("tasks"));
        }
    }

private:
    struct live_task {
        std::string group; ///< tasks/NUMBER
        std::uint64_t number = 0;
        std::vector<std::uint64_t> points;
        unsigned missed = 0;       ///< looks that did not find it
        bool is_of_before = false; ///< started by another controller, or about to be
        std::string name() const { return group + "/" + std::to_string(number); }
    };

    /// Those of a controller before this one.
    void take_up(const std::string& number) {
        const std::string group = "tasks/" + number;
        if (!m_store.has(group + "/plan") ||
            read_file(m_store.path(group + "/plan"), 100) != m_plan.id() ||
            !m_starter.survives_controller()) {
            return;
        }
        for (std::uint64_t n = 0;; ++n) {
            live_task t{group, n, {}, 0, true};
            const std::string points = m_store.path(t.name() + ".points");
            if (!m_store.has(t.name() + ".points")) {
                return;
            }
            if (m_store.has(t.name() + ".closed")) {
                continue;
            }
            try {
                t.points = points_of_text(points, read_file(points, most_points_bytes),
                                          m_plan.points().size());
            } catch (const sweep_error&) {
                // Nobody knows what it runs: others get that, and what is done twice is stored
                // once.
            }
            for (const std::uint64_t index : t.points) {
                if (m_work.state(index) == point_state::missing) {
                    m_work.set(index, point_state::at_work);
                }
            }
            m_tasks.push_back(std::move(t));
        }
    }

    /// Points of a task, so that it takes about its time.
    std::uint64_t size_of_task() const {
        if (m_sampled == 0) {
            return points_before_cost_is_known;
        }
        const double mean = std::max(m_sampled_seconds / static_cast<double>(m_sampled), 1e-4);
        const double wanted = static_cast<double>(m_plan.of().task_seconds) / mean;
        return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1,
                                         most_points_of_task);
    }

    /// \return false: there is nothing to start
    bool start_group(std::uint64_t wanted) {
        std::vector<live_task> tasks;
        process::text_writer number;
        number << std::setw(6) << std::setfill('0') << m_last + 1;
        const std::string group = "tasks/" + number.str();
        while (tasks.size() < wanted) {
            live_task t{group, tasks.size(), {}, 0, false};
            const std::uint64_t size = size_of_task();
            std::uint64_t index = 0;
            while (t.points.size() < size && m_work.next(index)) {
                m_work.set(index, point_state::at_work);
                t.points.push_back(index);
            }
            if (t.points.empty()) {
                break;
            }
            tasks.push_back(std::move(t));
        }
        if (tasks.empty()) {
            return false;
        }
        ++m_last;
        make_folder(m_store.path(group));
        for (const live_task& t : tasks) {
            replace_file(m_store.path(t.name() + ".points"), text_of_points(t.points));
        }
        replace_file(m_store.path(group + "/plan"), m_plan.id());
        m_starter.start(group, tasks.size());
        std::move(tasks.begin(), tasks.end(), std::back_inserter(m_tasks));
        return true;
    }

    bool has_result(const std::string& key) const {
        return m_done.contains(key) || m_store.has_result(key);
    }

    /// Results of tasks that still run, for the progress.
    void count_new() {
        for (live_task& t : m_tasks) {
            for (const std::uint64_t index : t.points) {
                if (m_work.state(index) == point_state::at_work &&
                    m_done.contains(m_plan.key(index))) {
                    note_done(index);
                }
            }
        }
    }

    void note_done(std::uint64_t index) {
        m_work.set(index, point_state::done);
        ++m_outcome.run;
        if (m_sampled < 20 || m_outcome.run % 100 == 0) { // what a point costs
            if (const auto record = m_store.result(m_plan.key(index))) {
                m_sampled_seconds += record->value("wall_s", 0.0);
                ++m_sampled;
            }
        }
    }

    /// What a task has left goes to others. One that vanished has been the end of what it ran.
    void close(const live_task& t, bool has_ended) {
        const std::vector<std::uint64_t> running =
            has_ended ? std::vector<std::uint64_t>()
                      : running_of_task(m_store, t.name(), m_plan.points().size());
        for (const std::uint64_t index : t.points) {
            if (m_work.state(index) != point_state::at_work) {
                continue;
            }
            const std::string key = m_plan.key(index);
            if (has_result(key)) {
                note_done(index);
                continue;
            }
            if (std::find(running.begin(), running.end(), index) != running.end()) {
                add_end(m_store, key, m_plan.points().describe(index),
                        tail_of(m_store.path(t.name() + ".log"), most_task_log));
            }
            settle(index, key);
        }
        const std::string closed = m_store.path(t.name() + ".closed");
        if (!process::open_file(closed, O_WRONLY | O_CREAT)) {
            fail("write", closed);
        }
    }

    /// A point without a result: again, or too often.
    void settle(std::uint64_t index, const std::string& key) {
        const verdict v = judge(m_plan.of(), m_store, key);
        m_work.set(index, v.state);
        if (v.attempts != 0 && v.state != point_state::done && m_on_failure) {
            finished_point point;
            point.index = index;
            point.is_final = v.state == point_state::failed;
            point.reason = v.reason;
            m_on_failure(point);
        }
    }

    /// Nothing is left of tasks that ended in order; what others printed stays.
    void remove_if_over(const std::string& group) const {
        const bool has_more = std::any_of(m_tasks.begin(), m_tasks.end(),
                                          [&](const live_task& t) { return t.group == group; });
        if (has_more) {
            return;
        }
        std::vector<std::string> ends; // removed last: logs are kept by them
        for (const std::string& name : names_in(m_store.path(group))) {
            const std::string file = process::path_in(group, name);
            const bool is_needed = process::ends_with(name, ".log") &&
                                   !m_store.has(file.substr(0, file.rfind('.')) + ".end");
            if (process::ends_with(name, ".end")) {
                ends.push_back(file);
            } else if (!is_needed) {
                ::unlink(m_store.path(file).c_str());
            }
        }
        for (const std::string& end : ends) {
            ::unlink(m_store.path(end).c_str());
        }
        ::rmdir(m_store.path(group).c_str()); // unless there are logs
    }

    const plan& m_plan;
    const store& m_store;
    work_list& m_work;
    task_starter& m_starter;
    const failure_report& m_on_failure;
    key_scan m_done;
    std::vector<live_task> m_tasks;
    std::uint64_t m_last = 0; ///< number of the latest group
    unsigned m_empty_looks = 0;
    double m_sampled_seconds = 0;
    std::uint64_t m_sampled = 0;
    run_outcome m_outcome;
};

} // namespace

run_outcome run_by_tasks(const plan& of, const store& results, work_list& work,
                         task_starter& starter, const progress_report& on_progress,
                         const failure_report& on_failure) {
    signal_watch signals;
    scratch_folder::remove_stale(results);
    task_table tasks(of, results, work, starter, on_failure);
    for (;;) {
        tasks.start_more();
        if (tasks.is_empty()) {
            return tasks.outcome();
        }
        const auto end = std::chrono::steady_clock::now() + starter.interval();
        for (auto left = starter.interval(); left.count() > 0;
             left = std::chrono::duration_cast<std::chrono::milliseconds>(
                 end - std::chrono::steady_clock::now())) {
            if (signals.wait(left)) {
                run_outcome outcome = tasks.outcome();
                outcome.was_stopped = true;
                return outcome;
            }
        }
        tasks.look();
        if (on_progress) {
            on_progress(work.count());
        }
    }
}

std::vector<std::string> words_of(const std::string& command) {
    std::vector<std::string> words;
    bool is_in_word = false;
    char quote = '\0'; ///< that is open
    for (const char c : command) {
        const bool is_blank = quote == '\0' && (c == ' ' || c == '\t');
        if (!is_blank && !is_in_word) {
            words.emplace_back();
        }
        is_in_word = !is_blank;
        if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
            quote = quote != '\0' ? '\0' : c;
        } else if (!is_blank) {
            words.back() += c;
        }
    }
    if (quote != '\0') {
        throw sweep_error("expected a closing quote in '" + command + "'");
    }
    return words;
}

} // namespace platform::sweep
