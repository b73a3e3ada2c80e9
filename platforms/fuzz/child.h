// SPDX-License-Identifier: Apache-2.0
// Runs a program with limits, and says how it ended.
#pragma once

#include "way.h"

#include <process/text_streams.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platform::fuzz {

/// What a run may use.
struct run_limits {
    std::uint64_t instructions = 20'000; ///< of firmware
    unsigned cpu_seconds = 20;
    unsigned wall_seconds = 120;  ///< on a busy machine
#if defined(__SANITIZE_ADDRESS__) // whose shadow and redzones fit into no limit that means
                                  // something
    std::uint64_t resident_mib = 2048;
    std::uint64_t address_mib = 0;
#else
    std::uint64_t resident_mib = 256;
    std::uint64_t address_mib = 8192; ///< the engine of firmware reserves far more than it uses;
                                      ///< 0: no limit
#endif
};

/// How a run ended.
struct run_result {
    int exit_code = -1;
    int signal = 0; ///< 0: it ended by itself
    bool is_late = false;
    bool is_stopped = false; ///< somebody asked for it: it means nothing
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
    std::string end = {};    ///< what was said at the end
    /// Those that show it: of a difference two, each with all that was chosen for it.
    std::vector<way> ways = {};
    bool is_compared = false; ///< both sides came to their end, and agree unless `what` says

    explicit operator bool() const { return !what.empty(); }
};

/// Waits for it. In a terminal it is in a process group of its own: a signal from the keyboard is
/// its parent's, which ends it.
/// \param command its path first \param folder that is taken out of what it prints
/// \param stop_asked whether to end it; may be empty
/// \throws std::runtime_error if there can be no process
run_result run_child(const std::vector<std::string>& command, const std::string& folder,
                     const run_limits& limits, const std::function<bool()>& stop_asked);

/// Writes a whole file, or says why not: a case that is cut would be another one.
/// \throws std::runtime_error
void write_case(const std::string& path, const std::string& contents);
/// What a run has written to a file; nothing where there is none.
/// \throws std::runtime_error if it cannot be read
process::text_reader written_to(const std::string& path);

/// What is wrong with how it ended, whatever it did; else nothing.
finding judge_process(const run_result& result, const run_limits& limits);

/// Command and options of a way with the case between. \param part of the case
std::vector<std::string> command_of(const way& w, const std::string& pmu_run,
                                    const std::string& part, const std::string& file);

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);

} // namespace platform::fuzz
