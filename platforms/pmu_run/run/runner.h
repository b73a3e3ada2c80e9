// SPDX-License-Identifier: Apache-2.0
// What a run of any command reads and writes, what ends it, and what is told of that.
#pragma once

#include "outputs.h"
#include <pmu_run/command_line/command_tree.h>

#include <process/child.h>
#include <process/standard_streams.h>

#include <exception>
#include <functional>
#include <string>
#include <systemc>
#include <vector>

namespace platform::pmu_run {

/// Prints a message, on one line whatever names are in it.
void tell_text(const std::string& message);
template <class... Parts>
void tell(const Parts&... parts) {
    tell_text(text_of(parts...));
}
/// The same. \return the exit code for it
int refuse(const std::string& message);

/// What is to be told of an exception whose text this is, also where SystemC or a CPU has passed it
/// on.
std::string explained(const std::string& message);
/// The same of an exception.
std::string explained(const std::exception& e);

/// Ends the process, which has no memory to do more, with a message and the exit code for it.
/// Nothing here is more than a signal handler may do.
[[noreturn]] void end_without_memory();

/// Runs something in a process of its own, which is asked to stop where this one is.
/// \return how it has ended
process::ending run_apart(const std::function<int()>& body);

/// What a simulation is to ask whether it is to end, which it does often. While it does, it shows
/// "run, 1.52 s simulated; 85.2 M cycles a second".
/// \param period of the clock whose cycles are told \param now the simulated time
std::function<bool()> stop_question_with_progress(const sc_core::sc_time& period,
                                                  std::function<sc_core::sc_time()> now);

/// What a timeline has no place for.
void tell_left_out(const std::vector<std::string>& lines);

/// One a process, before any file is opened.
class runner {
public:
    runner();

    output_set outputs;
    process::standard_streams streams;

    /// Reads the command line, and runs its command. What is thrown ends in a message.
    /// \return the exit code
    int run(const std::vector<std::string>& words);
    /// The same, of anything that is to be run.
    int run(const std::function<int()>& what);
    /// Says how a simulation has ended; not where an output made it end, which has its own message.
    /// \param message empty: there is nothing to say
    void tell_end(const std::string& message);

private:
    int finish(int code);

    command_tree m_commands;
};

} // namespace platform::pmu_run
