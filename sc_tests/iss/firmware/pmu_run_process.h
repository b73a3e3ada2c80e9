// SPDX-License-Identifier: Apache-2.0
// pmu_run as its users start it.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

namespace iss_test {

using arguments = std::vector<std::string>;

/// How a run of pmu_run ended.
struct pmu_run_result {
    std::string command;
    int exit_code = -1; ///< negative: ended by a signal, or by us
    bool is_late = false;
    long resident_kib = 0; ///< at most, at any time
    std::string out;
    std::string err;
};

/// For failures: the command and all that came of it.
std::ostream& operator<<(std::ostream& out, const pmu_run_result& result);

/// Instead of a path: the descriptor is closed.
inline const std::string closed_descriptor = "closed";

/// What it is started with.
struct surroundings {
    std::string in = "/dev/null";
    std::string out; ///< empty: what is written there is in the result
    std::string err;
    std::chrono::milliseconds until_signal{0}; ///< SIGTERM comes then; 0: not at all
};

/// Runs it to its end.
/// \param limit it is killed after that
/// \throws std::runtime_error if it cannot be started
pmu_run_result run_pmu_run(const arguments& what,
                           std::chrono::seconds limit = std::chrono::seconds(240),
                           const surroundings& where = {});

/// The standard output of a run with --stat, without the mode, which the title of its table names.
std::string without_mode(const pmu_run_result& result);

/// The arguments, and then those.
inline arguments operator+(arguments first, const arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

/// "PART --firmware IMAGE", one of the programs in platforms/iss/firmware.
inline arguments firmware(const std::string& program, const std::string& part) {
    return {part, "--firmware", std::string(FIRMWARE_DIR "/") + program + "." + part + ".elf"};
}

/// The same, one of those beside this file.
inline arguments test_firmware(const std::string& program, const std::string& part) {
    return {part, "--firmware", std::string(TEST_FIRMWARE_DIR "/") + program + "." + part + ".elf"};
}

} // namespace iss_test
