// SPDX-License-Identifier: Apache-2.0
#include "program_trial.h"

#include <components/clock_kind.h>

#include <map>
#include <utility>

namespace platform::fuzz {

namespace {

/// What a line is about, and which one of those.
using subject = std::pair<std::string, std::size_t>;

/// All but its last word, which is a value, or the count that a row of `stat` begins with.
std::string subject_of(const std::string& line) {
    if (const std::size_t digits = line.find_first_not_of("0123456789");
        digits != 0 && digits != std::string::npos && line[digits] == ',') {
        return line.substr(digits);
    }
    const std::size_t end = line.find_last_not_of(' ');
    const std::size_t blank = end == std::string::npos ? end : line.find_last_of(' ', end);
    const std::string all = blank == std::string::npos ? line : line.substr(0, blank);
    return all.substr(0, all.find_last_not_of(' ') + 1);
}

std::map<subject, std::string> by_subject(const std::vector<std::string>& lines) {
    std::map<subject, std::string> all;
    std::map<std::string, std::size_t> met;
    for (const std::string& line : lines) {
        all[{subject_of(line), met[subject_of(line)]++}] = line;
    }
    return all;
}

} // namespace

std::string explained(const printed_lines& a, const printed_lines& b) {
    const std::map<subject, std::string> x = by_subject(a.lines);
    const std::map<subject, std::string> y = by_subject(b.lines);
    std::string text;
    const auto tell = [&](const std::vector<std::string>& lines, bool of_both) {
        std::map<std::string, std::size_t> met;
        for (const std::string& line : lines) {
            const subject s{subject_of(line), met[subject_of(line)]++};
            const auto in_x = x.find(s);
            const auto in_y = y.find(s);
            const bool is_in_both = in_x != x.end() && in_y != y.end();
            if (is_in_both == of_both && (!is_in_both || in_x->second != in_y->second)) {
                text += a.name + ": " + (in_x == x.end() ? "-" : in_x->second) + '\n' + b.name +
                        ": " + (in_y == y.end() ? "-" : in_y->second) + '\n';
            }
        }
    };
    tell(a.lines, true);
    tell(a.lines, false);
    tell(b.lines, false);
    return text;
}

way program_trial::way_of(unsigned side) const {
    using components::clock_kind;
    const std::string clock =
        name_of(m_place.against.empty() && side == 1 ? clock_kind::tickless : clock_kind::sc_clock);
    const std::string name = m_place.against.empty() ? clock
                             : side == 0             ? "without"
                                                     : "with " + m_place.against;
    return {name, {"stat", "-x,", "--clock", clock}};
}

std::vector<std::vector<std::string>> program_trial::commands(const program_case& c,
                                                              const finding& /*known*/,
                                                              const std::string& file) const {
    return {command_of(way_of(0), m_place.pmu_run, c.part, file),
            command_of(way_of(1), m_place.pmu_run, c.part, file)};
}

finding program_trial::judge(const program_case& c) const {
    const std::string file = m_place.folder + "/case.pmu";
    run_result results[2];
    finding f;
    for (unsigned side = 0; side < 2; ++side) {
        write_case(file,
                   m_place.against.empty() ? text_of(c) : text_of(c, m_place.against, side == 1));
        results[side] = run_child(commands(c, f, file)[side], m_place.folder, m_place.limits,
                                  m_place.stop_asked);
        if (results[side].is_stopped) {
            return {};
        }
        f = judge_process(results[side], m_place.limits);
        if (f) {
            f.detail.insert(0, way_of(side).name + "\n");
            return f;
        }
    }
    const auto& [a, b] = results;
    f.end = "exit code " + std::to_string(a.exit_code) + '\n';
    if (a.exit_code == 2 && b.exit_code == 2) { // options that do not go together
        return f;
    }
    f.is_compared = true;
    if (a.out == b.out && a.err == b.err && a.exit_code == b.exit_code) {
        return f;
    }
    f.what = "difference";
    f.detail = explained({way_of(0).name, lines_of(a.err + a.out)},
                         {way_of(1).name, lines_of(b.err + b.out)});
    return f;
}

} // namespace platform::fuzz
