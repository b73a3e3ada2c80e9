// SPDX-License-Identifier: Apache-2.0
// A command of pmu_run: `pmu_run COMMAND ...`. A file in commands/ has one, or several of one kind.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <process/text_streams.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace platform::pmu_run {

class runner;

enum exit_code : int {
    all_held = 0,     ///< every check held
    not_all_held = 1, ///< a check failed, or the run was stopped
    unusable = 2,     ///< the command line, a file or a program
};

/// What they mean.
inline constexpr const char* exit_code_text =
    "0 every check held, 1 some did not or the run was stopped, 2 the command line, a file or a "
    "program cannot be used, or an output cannot be written. Of firmware: its own, 1 where it "
    "could not go on.";

/// Words, numbers and names, one after the other, as a stream prints them.
template <class... Parts>
std::string text_of(const Parts&... parts) {
    process::text_writer text;
    (text << ... << parts);
    return text.str();
}

/// What is asked for cannot be: a message, and exit code 2.
class usage_error : public std::runtime_error {
public:
    /// \param parts see text_of()
    template <class... Parts>
    explicit usage_error(const Parts&... parts) : runtime_error(text_of(parts...)) {}
};

/// A command line that shows what a command is good for.
struct command_example {
    std::string arguments; ///< after `pmu_run COMMAND `
    std::string meaning;
};

/// What help and the man page say of a command, beside its options.
struct command_text {
    std::string name;
    std::string arguments;   ///< as a synopsis has them
    std::string summary;     ///< one line, in the imperative
    std::string description; ///< what it does, beyond its summary
    std::vector<command_example> examples = {};
};

/// What ends a run, and what any run may write. A command adds those that it has.
struct run_options {
    double seconds = 0; ///< of wall-clock time; 0: no limit
    /// Instructions of firmware or Linux, statements of a program; 0: no limit.
    std::optional<std::uint64_t> instructions;
    bool quiet = false;   ///< print failures only
    std::string report;   ///< file of a page; empty: none
    std::string timeline; ///< file; empty: none

    void add_time_limit(CLI::App& app);
    /// \param of_instructions what the help says of --max-instructions
    void add_limits(CLI::App& app, const char* of_instructions);
    void add_quiet(CLI::App& app);
    void add_report(CLI::App& app);
    void add_timeline(CLI::App& app);
};

class command {
public:
    explicit command(command_text about) : text(std::move(about)) {}
    virtual ~command() = default;
    command(const command&) = delete;
    command& operator=(const command&) = delete;

    /// Adds the options and arguments. The object outlives the app.
    virtual void add_to(CLI::App& /*app*/) {}
    /// Once the arguments are read: whether they can be. Runs nothing.
    /// \throws usage_error
    virtual void check(const CLI::App& /*app*/) {}
    /// \return the exit code
    virtual int run(runner& by) = 0;

    const command_text text;
    std::vector<std::unique_ptr<command>> actions; ///< as `status` of `sweep`
    run_options options;
    bool may_be_point = false; ///< of a sweep
    bool stops_runs = true;    ///< signals and limits ask what runs to stop
};

using command_maker = std::unique_ptr<command> (*)();

/// All of them, in the order in which help names them: CMakeLists.txt has the list.
const std::vector<command_maker>& all_commands();

/// Whether an option was given.
bool is_given(const CLI::App& app, const std::string& name);

} // namespace platform::pmu_run
