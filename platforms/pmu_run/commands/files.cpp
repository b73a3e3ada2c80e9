// SPDX-License-Identifier: Apache-2.0
// Commands about what is in FILE: access programs, or firmware. The file decides.
#include <pmu_run/command_line/validators.h>
#include <pmu_run/firmware/firmware_run.h>
#include <pmu_run/programs/program_run.h>
#include <pmu_run/run/runner.h>

#include <process/input_file.h>
#include <process/uninterrupted.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

const std::string files_text =
    "FILE is one or more access programs (.pmu), or one ELF file, firmware, and its arguments; "
    "arguments that begin with a dash come after `--`.";

/// \throws usage_error if it is not there
void require_there(const std::string& path) {
    if (::access(path.c_str(), F_OK) != 0) {
        throw usage_error(path, ": expected a readable file: ", std::strerror(errno));
    }
}

/// Firmware is a regular file. What comes through a pipe comes once, and is a program.
/// \throws usage_error if it cannot be read
bool is_firmware(const std::string& path) {
    constexpr std::array<char, 4> magic{'\x7F', 'E', 'L', 'F'};
    std::array<char, 4> start{};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) { // to open a device can do something
        return false;
    }
    try {
        process::input_file in(path);
        if (in.is_regular() && process::read_at(in.number(), 0, start.data(), start.size()) < 0) {
            throw process::input_error(path, std::strerror(errno));
        }
        return start == magic;
    } catch (const process::input_error& e) {
        throw usage_error(path, ": expected a readable file: ", e.reason());
    }
}

/// \throws usage_error unless it is firmware, an ELF file
/// \param command that takes nothing else
void require_firmware(const std::string& command, const std::string& path) {
    if (path.empty()) {
        throw usage_error(command, ": expected firmware, an ELF file");
    }
    require_there(path);
    if (!is_firmware(path)) {
        throw usage_error(command, ": expected firmware, an ELF file, got '", path, "'");
    }
}

/// Executes it on a part.
class file_command : public command {
public:
    using command::command;

    void add_to(CLI::App& app) override {
        add_runs_to(app,
                    "access programs (.pmu), played in order; or an ELF file and its arguments",
                    "stop a program after so many statements, firmware after so many "
                    "instructions [10^10]; 0: never");
        m_request.programs.add_to(app);
        m_request.add_to(app);
    }

    void check(const CLI::App& app) override {
        file_request& r = m_request;
        r.part.unit();
        if (r.files.empty()) {
            throw usage_error("expected FILE: access programs (.pmu), or firmware, an ELF file, "
                              "and its arguments");
        }
        if (r.files.front().empty()) {
            throw usage_error("FILE: expected a path, got ''");
        }
        if (is_firmware(r.files.front())) {
            r.file = r.files.front();
            r.arguments.insert(r.arguments.begin(), r.files.begin() + 1, r.files.end());
            r.files.clear();
        }
        check_kind(app);
        if (r.stat) {
            r.stat->check(app);
        }
        if (r.file.empty()) {
            r.programs.check(app, r.files.size());
        } else {
            m_request.check(app);
            check_region(app);
            check_firmware(m_request);
        }
    }

    int run(runner& by) override {
        return m_request.file.empty() ? play_programs(m_request, by) : run_firmware(m_request, by);
    }

protected:
    /// What all have. \param files, of_instructions what the help says of FILE and of the limit
    void add_runs_to(CLI::App& app, const char* files, const char* of_instructions) {
        m_request.part.add_to(app);
        app.add_option("FILE", m_request.files, files);
        options.add_quiet(app);
        options.add_limits(app, of_instructions);
        options.add_report(app);
        options.add_timeline(app);
    }

    file_request m_request{options};

private:
    /// Somebody counts in it, and nobody else wants the same account.
    void check_region(const CLI::App& app) const {
        const file_request& r = m_request;
        if (!r.has_region()) {
            return;
        }
        const char* const name = r.marks ? "--marks" : "--region";
        const bool is_profiled = !r.callgrind.empty() || !r.lcov.empty();
        if (!r.stat && !r.record && !is_profiled) {
            throw usage_error(name, " goes with stat, record, --callgrind and --lcov");
        }
        for (const char* page : {"--report", "--timeline"}) {
            if ((is_profiled || (r.stat && !r.stat->by.empty())) && is_given(app, page)) {
                throw usage_error(name, " with --callgrind, --lcov or --by does not go with ", page,
                                  ", which is of the whole run");
            }
        }
    }

    /// What help has in a group of one kind of files goes with files of that kind.
    void check_kind(const CLI::App& app) const {
        const bool is_program = m_request.file.empty();
        const std::string other = is_program ? firmware_group() : program_group;
        for (const CLI::Option* option : app.get_options()) {
            if (option->count() == 0 || option->get_group() != other) {
                continue;
            }
            const std::string& file = is_program ? m_request.files.front() : m_request.file;
            require_there(file);
            throw usage_error(
                option->get_name(), " goes with ",
                is_program ? "firmware, got a program: " : "access programs, got firmware: ", file);
        }
    }
};

class run_command final : public file_command {
public:
    run_command()
        : file_command(
              {"run",
               "PART FILE...",
               "play access programs, or run firmware",
               "Plays programs on the stub CPU of the platform of the part, one after the other, "
               "and says for each whether its checks held; or runs firmware on the "
               "instruction-set simulator. " +
                   files_text,
               {{"xscale driver.pmu", "play a program on a toggling clock"},
                {"cortex_r5 *.pmu --clock tickless --quiet", "play many, print failures only"},
                {"arm1136 driver.pmu --vcd driver.vcd", "and write its waves"},
                {"arm1136 driver.pmu --report page.html", "and a page of it for a browser"},
                {"arm1136 accesses.pmu --replay driver.vcd --map auto",
                 "with the events of those waves"},
                {"arm1136 firmware.elf first second", "run firmware with two arguments"},
                {"cortex_r5 firmware.elf --caches 16K:4:32 -- -v",
                 "with caches, and an option for it"}}}) {
        may_be_point = true;
    }
};

class stat_command final : public file_command {
public:
    stat_command()
        : file_command(
              {"stat",
               "PART FILE...",
               "the same, and print how often events occurred",
               "Counts events of the part while programs are played or firmware runs, whatever the "
               "counters hold: of programs every event, of firmware those that perf has a name for "
               "(`pmu_run events PART` lists them), or all with -v; or, with -e and -M, some of "
               "them on the counters of a second PMU, so that the firmware's is left alone. Counts "
               "go to standard error, or "
               "where -o says, so that what the program or the firmware prints stays its own. " +
                   files_text,
               {{"arm1136 firmware.elf --caches 16K:4:32",
                 "instructions, branches, caches, stalls"},
                {"arm1136 firmware.elf -v", "all events"},
                {"cortex_r5 firmware.elf -e cycles,branch-misses,0x09", "three of them"},
                {"arm1136 firmware.elf -e 'cycles,{0x05,0x06},r07'",
                 "more than there are counters"},
                {"ixp42x firmware.elf -M icache,dcache", "what the manual derives from counts"},
                {"xscale firmware.elf --region fft:fft_end -I 0.5",
                 "a part of it, each half millisecond"},
                {"ixp42x firmware.elf -x, -o counts.csv", "for a spreadsheet"},
                {"xscale driver.pmu", "what counters of 64 bits would have counted"},
                {"xscale driver.pmu -e BR_EXEC -j", "one event, as JSON"}}}) {
        may_be_point = true;
        m_request.stat.emplace();
    }

    void add_to(CLI::App& app) override {
        file_command::add_to(app);
        m_request.stat->add_to(app);
    }

    void check(const CLI::App& app) override {
        stat_request& stat = *m_request.stat;
        stat.lists_metrics = stat.lists_metrics || stat.metrics == std::vector<std::string>{"list"};
        if (!stat.lists_metrics) {
            file_command::check(app);
            return;
        }
        m_request.part.unit();
        for (const CLI::Option* option : app.get_options()) {
            const std::string& name = option->get_single_name();
            if (option->count() != 0 && !option->get_positional() && name != "metrics" &&
                name != "list-metrics") {
                throw usage_error(option->get_name(), " does not go with --list-metrics");
            }
        }
    }

    int run(runner& by) override {
        if (m_request.stat->lists_metrics) {
            print_metrics(m_request.part.name);
            return all_held;
        }
        return file_command::run(by);
    }
};

class record_command final : public file_command {
public:
    record_command()
        : file_command(
              {"record",
               "PART FILE...",
               "run firmware and take samples of it",
               "Runs firmware, an ELF file and its arguments, and takes a sample each time that an "
               "event has occurred so often: the instruction, the time, and with -g who has "
               "called. A PMU of the same part counts for that, which the firmware does not see: "
               "its own counts, its time and its interrupts are what they are without. A sample is "
               "of the very instruction that brought the occurrence, in both modes, and an event "
               "that has occurred N times has N/PERIOD samples, rounded down; with --jitter "
               "perhaps one more. Call chains are those of calls that have not returned, as the "
               "simulator has followed them: no frame pointer and no unwind table is needed. "
               "`report`, `annotate` and `script` show the file.",
               {{"arm1136 firmware.elf", "a sample each 10007 cycles, a prime number"},
                {"cortex_r5 firmware.elf -e 0x08 -c 1000 -g",
                 "each 1000 instructions, with callers"},
                {"xscale firmware.elf --caches 32K:32:32 -e 0x0B -c 10 -o misses.data",
                 "each tenth miss of the data cache"}}}) {
        m_request.record.emplace();
    }

    void add_to(CLI::App& app) override {
        add_runs_to(app, "an ELF file and its arguments",
                    "stop after so many instructions [10^10]; 0: never");
        record_request& r = *m_request.record;
        add_events(app, r.events,
                   "only these events, by name, as perf calls them (branch-misses), or by number "
                   "(0x07, r07), with commas between; braces as for stat change nothing: all are "
                   "sampled at once [cycles]");
        app.add_option("-c,--count", r.periods,
                       "a sample each so many occurrences: of every event, or once for each -e; a "
                       "prime number, or --jitter, is for loops of round numbers [10007]")
            ->type_name("PERIOD")
            ->transform(whole_number(1, std::uint64_t{1} << 32U))
            ->allow_extra_args(false);
        app.add_option("--jitter", r.jitter,
                       "a sample at a random place of each period in place of its end; the same "
                       "seed, the same places")
            ->type_name("SEED")
            ->transform(whole_number());
        app.add_flag("-g,--call-graph", r.chains, "note who has called, too");
        add_file(app, "-o,--output", r.file, "the file of samples [pmu.data]");
        m_request.add_to(app);
    }

    void check(const CLI::App& app) override {
        m_request.part.unit();
        require_firmware(text.name, m_request.files.empty() ? "" : m_request.files.front());
        file_command::check(app);
    }
};

class map_command final : public command {
public:
    map_command()
        : command({"map",
                   "PART [FILE]",
                   "print the memory map of a platform",
                   "Prints what is where on the platform that programs are played on; with an ELF "
                   "file, on the one that firmware runs on.",
                   {{"cci400", "of the stub CPU"},
                    {"arm1136 firmware.elf --ram 0:64M", "of firmware"}}}) {}

    void add_to(CLI::App& app) override {
        m_request.part.add_to(app);
        app.add_option("FILE", m_request.file, "firmware, an ELF file")->check(path());
        m_request.add_ram_to(app);
    }

    void check(const CLI::App& /*app*/) override {
        m_request.part.platform();
        if (!m_request.file.empty()) {
            require_firmware(text.name, m_request.file);
        } else if (!m_request.ram.empty()) {
            throw usage_error("--ram goes with firmware, got no FILE");
        }
    }

    int run(runner& /*by*/) override {
        if (!m_request.file.empty()) {
            print_firmware_map(m_request);
            return all_held;
        }
        for (const std::string& line :
             m_request.part.platform().make(clock_options().choice())->bus.describe()) {
            std::cout << line << '\n';
        }
        return all_held;
    }

private:
    file_request m_request{options};
};

} // namespace

std::unique_ptr<command> make_run() {
    return std::make_unique<run_command>();
}

std::unique_ptr<command> make_stat() {
    return std::make_unique<stat_command>();
}

std::unique_ptr<command> make_record() {
    return std::make_unique<record_command>();
}

std::unique_ptr<command> make_map() {
    return std::make_unique<map_command>();
}

} // namespace platform::pmu_run
