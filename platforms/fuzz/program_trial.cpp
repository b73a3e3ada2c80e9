// SPDX-License-Identifier: Apache-2.0
#include "program_trial.h"

#include <algorithm>

namespace platform::fuzz {

std::string program_trial::name_of(unsigned side) const {
    return m_place.against.empty() ? (side == 0 ? "sc_clock" : "tickless")
                                   : (side == 0 ? "without" : "with " + m_place.against);
}

std::vector<std::string> program_trial::command(const program_case& c, unsigned side,
                                                const std::string& file) const {
    const bool is_tickless = m_place.against.empty() && side == 1;
    return {m_place.pmu_run, c.part,    file,
            "--totals",      "--clock", is_tickless ? "tickless" : "sc_clock"};
}

finding program_trial::judge(const program_case& c) const {
    const std::string file = m_place.folder + "/case.pmu";
    run_result results[2];
    finding f;
    for (unsigned side = 0; side < 2; ++side) {
        write_case(file,
                   m_place.against.empty() ? text_of(c) : text_of(c, m_place.against, side == 1));
        results[side] =
            run_child(command(c, side, file), m_place.folder, m_place.limits, m_place.stop_asked);
        if (results[side].is_stopped) {
            return {};
        }
        f = judge_process(results[side], m_place.limits);
        if (f) {
            f.detail.insert(0, name_of(side) + "\n");
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
    std::vector<std::string> x = lines_of(a.err + a.out);
    std::vector<std::string> y = lines_of(b.err + b.out);
    x.resize(std::max(x.size(), y.size()));
    y.resize(x.size());
    for (std::size_t n = 0; n < x.size(); ++n) {
        if (x[n] != y[n]) {
            f.detail += name_of(0) + ": " + x[n] + '\n' + name_of(1) + ": " + y[n] + '\n';
        }
    }
    return f;
}

} // namespace platform::fuzz
