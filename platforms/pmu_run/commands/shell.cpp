// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/options.h>
#include <pmu_run/shell/shell_session.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class shell_command final : public command {
public:
    shell_command()
        : command(
              {"shell",
               "PART",
               "play statements of access programs as they are typed",
               "Reads statements of access programs line by line and executes each on one "
               "simulation, with history and completion where a terminal is the input, which a "
               "build with libedit has; `help` lists them. What is read is printed. `show` "
               "prints registers with their fields, and outputs; `fields` what the fields of a "
               "register are for; `undo` takes lines back. Options of the part come first, as "
               "in a program. A line that cannot be understood is told on standard error, and "
               "the session goes on; unless it was typed at a terminal, the exit code is 2 "
               "then. Ctrl-C interrupts what runs, Ctrl-D ends the session.",
               {{"arm1136", "on a toggling clock"},
                {"cortex_r5 --clock tickless < lines.txt", "without a terminal, as a script"}}}) {}

    void add_to(CLI::App& app) override {
        m_part.add_to(app);
        m_clock.add_to(app);
        options.add_time_limit(app);
    }

    void check(const CLI::App& /*app*/) override {
        m_part.unit();
        m_clock.choice();
    }

    int run(runner& /*by*/) override { return run_shell(m_part.unit(), m_clock.choice()); }

private:
    part_argument m_part;
    clock_options m_clock;
};

} // namespace

std::unique_ptr<command> make_shell() {
    return std::make_unique<shell_command>();
}

} // namespace platform::pmu_run
