// SPDX-License-Identifier: Apache-2.0
// Runs a case in both modes and judges how that ends.
#pragma once

#include "random_firmware.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fuzz {

/// What a run may use.
struct run_limits {
    std::uint64_t instructions = 20'000;
    unsigned cpu_seconds = 20;
    unsigned wall_seconds = 120; ///< on a busy machine
    std::uint64_t resident_mib = 256;
    std::uint64_t address_mib = 8192; ///< the engine reserves far more than it uses
};

/// How a run of pmu_run ended.
struct run_result {
    int exit_code = -1;
    int signal = 0; ///< 0: it ended by itself
    bool is_late = false;
    std::uint64_t resident_mib = 0;
    std::string out;
    std::string err;
};

/// What is wrong with a case.
struct finding {
    /// Its class, the same for what is likely the same fault: "hang", "signal 11"; empty: nothing
    /// is wrong.
    std::string what = {};
    std::string detail = {}; ///< for people
    std::string end = {};    ///< what exact mode said at the end

    explicit operator bool() const { return !what.empty(); }
};

/// A folder for the files of one case at a time, and the program.
class trial {
public:
    /// \param pmu_run its path \param folder exists
    trial(std::string pmu_run, std::string folder, const run_limits& limits);

    /// \return the gravest finding
    finding judge(const fuzz_case& c) const;
    /// The words of a command line, the program first.
    std::vector<std::string> command(const fuzz_case& c, const std::string& mode) const;

private:
    run_result run(const std::vector<std::string>& command) const;
    finding judge_both(const fuzz_case& c, const run_result& exact) const;
    finding judge_end(const run_result& result) const;

    std::string m_pmu_run;
    std::string m_folder;
    run_limits m_limits;
};

} // namespace fuzz
