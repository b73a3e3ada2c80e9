// SPDX-License-Identifier: Apache-2.0
#include <sweep/batch/chunk.h>

#include <process/printable.h>
#include <process/text_streams.h>
#include <sweep/plan/verdict.h>
#include <sweep/run/point_runner.h>

#include <chrono>
#include <iostream>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
/// How often the time that it is meant to take a task runs, before it leaves the rest to others.
constexpr double most_of_task_time = 3;

/// What a task runs now. It is read once the task has vanished, so the disk need not have it.
void write_now(const std::string& path, const std::vector<std::uint64_t>& points) {
    replace_file_soon(path, text_of_points(points));
}

/// A task that its batch system starts once more was ended before, by what ran then.
void note_start_before(const plan& of, const store& results, const std::string& name) {
    for (const std::uint64_t index : running_of_task(results, name, of.points().size())) {
        const std::string key = of.key(index);
        if (!results.has_result(key)) {
            add_end(results, key, of.points().describe(index),
                    tail_of(results.path(name + ".log"), most_task_log));
        }
    }
    write_now(results.path(name + ".now"), {});
}

} // namespace

std::string text_of_points(const std::vector<std::uint64_t>& points) {
    std::string text;
    for (std::size_t i = 0; i != points.size();) {
        std::size_t end = i + 1;
        while (end != points.size() && points[end] == points[end - 1] + 1) {
            ++end;
        }
        text += std::to_string(points[i]) + " " + std::to_string(points[end - 1]) + "\n";
        i = end;
    }
    return text;
}

std::vector<std::uint64_t> points_of_text(const std::string& name, const std::string& text,
                                          std::uint64_t size) {
    std::vector<std::uint64_t> points;
    if (!text.empty() && text.back() != '\n') {
        throw sweep_error(name + ": this has been cut");
    }
    process::text_reader lines(text);
    for (std::uint64_t first = 0, last = 0; lines >> first;) {
        if (!(lines >> last) || first > last || last >= size) {
            throw sweep_error(name + ": expected ranges of points below " + std::to_string(size));
        }
        for (std::uint64_t index = first; index <= last; ++index) {
            points.push_back(index);
        }
    }
    return points;
}

std::vector<std::uint64_t> running_of_task(const store& results, const std::string& name,
                                           std::uint64_t size) {
    const std::string now = results.path(name + ".now");
    try {
        return points_of_text(now, read_file(now, most_bytes), size);
    } catch (const sweep_error&) {
        return {};
    }
}

bool run_task(const plan& of, const store& results, const std::string& name, unsigned jobs) {
    const std::string path = results.path(name);
    const std::vector<std::uint64_t> points = points_of_text(
        path + ".points", read_file(path + ".points", most_bytes), of.points().size());
    const auto begun = std::chrono::steady_clock::now();
    const std::chrono::duration<double> most(most_of_task_time *
                                             static_cast<double>(of.of().task_seconds));
    signal_watch signals;
    point_runner runner(of, results);
    note_start_before(of, results, name);
    for (auto next = points.begin();;) {
        bool has_changed = false;
        while (next != points.end() && runner.running() < jobs &&
               (next == points.begin() || std::chrono::steady_clock::now() - begun < most)) {
            const std::uint64_t index = *next++;
            const std::string key = of.key(index);
            if (!results.has_result(key) &&
                judge(of.of(), results, key).state == point_state::missing) {
                runner.start(index);
                has_changed = true;
            }
        }
        if (has_changed) {
            write_now(path + ".now", runner.indices());
        }
        if (runner.running() == 0) {
            break;
        }
        if (signals.wait(runner.patience())) {
            write_now(path + ".now", runner.indices());
            return false;
        }
        bool has_failed = false;
        for (const finished_point& point : runner.reap()) {
            has_failed = has_failed || !point.succeeded;
            if (!point.succeeded) {
                std::cerr << "pmu_run: "
                          << process::printable(of.points().describe(point.index) + ": " +
                                                point.reason)
                          << std::endl;
            }
        }
        if (has_failed) { // it has its record, and no part in the end of the task
            write_now(path + ".now", runner.indices());
        }
    }
    replace_file(path + ".end", "");
    return true;
}

} // namespace platform::sweep
