// SPDX-License-Identifier: Apache-2.0
#include <sweep/chunk.h>

#include <sweep/point_runner.h>

#include <chrono>
#include <fstream>
#include <sstream>

namespace platform::sweep {

namespace {

/// What a task runs now. It is read once the task has vanished, so it need not be written at once.
void write_now(const std::string& path, const std::vector<std::uint64_t>& points) {
    std::ofstream(path, std::ios::trunc) << text_of_points(points);
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
    std::istringstream lines(text);
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

bool run_task(const plan& of, const store& results, const std::string& name, unsigned jobs) {
    constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
    const std::string path = results.path(name);
    const std::vector<std::uint64_t> points = points_of_text(
        path + ".points", read_file(path + ".points", most_bytes), of.points().size());
    const auto begun = std::chrono::steady_clock::now();
    const std::chrono::duration<double> most(most_of_task_time *
                                             static_cast<double>(of.of().task_seconds));
    signal_watch signals;
    point_runner runner(of, results);
    const std::uint64_t most_attempts = of.of().limits.retries + 1;
    for (auto next = points.begin();;) {
        bool has_changed = false;
        while (next != points.end() && runner.running() < jobs &&
               (next == points.begin() || std::chrono::steady_clock::now() - begun < most)) {
            const std::uint64_t index = *next++;
            const std::string key = of.key(index);
            if (!results.has_result(key) && results.failures(key).size() < most_attempts) {
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
            write_now(path + ".now", {}); // it is not their fault
            return false;
        }
        for (const finished_point& point : runner.reap()) {
            if (!point.succeeded) {
                std::fprintf(stderr, "pmu_run: %s: %s\n", of.points().describe(point.index).c_str(),
                             point.reason.c_str());
            }
        }
    }
    replace_file(path + ".end", "");
    return true;
}

} // namespace platform::sweep
