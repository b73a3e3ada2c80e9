// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <process/input_file.h>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace platform::pmu_run {

namespace {

/// Firmware is a regular file. What comes through a pipe comes once, and is a program.
bool is_elf(const std::string& path) {
    constexpr std::array<char, 4> magic{'\x7F', 'E', 'L', 'F'};
    std::array<char, 4> start{};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) { // to open a device can do something
        return false;
    }
    try {
        process::input_file in(path);
        return in.is_regular() && in.read(start.data(), start.size()) == start.size() &&
               start == magic;
    } catch (const process::input_error&) {
        return false; // who reads all of it says so
    }
}

// An ELF file is firmware, and what comes after it are its arguments.
void select_files(command_line& c) {
    if (c.files.empty() || !is_elf(c.files.front())) {
        return;
    }
    c.firmware.file = c.files.front();
    c.firmware.arguments.insert(c.firmware.arguments.begin(), c.files.begin() + 1, c.files.end());
    c.files.clear();
}

void select_counts(command_line& c) {
    select_files(c);
    stat_request& stat = c.firmware.stat;
    stat.lists_metrics = stat.lists_metrics || stat.metrics == std::vector<std::string>{"list"};
    if (stat.lists_metrics) {
        return;
    }
    c.firmware.stat.is_wanted = !c.firmware.file.empty();
    c.firmware.stat.to_error = true;
    c.totals = c.counts_programs = c.firmware.file.empty();
}

void select_record(command_line& c) {
    select_files(c);
    record_request& record = c.firmware.record;
    record.is_wanted = true;
    std::swap(record.events, c.firmware.stat.events);
    if (!c.firmware.stat.file.empty()) {
        std::swap(record.file, c.firmware.stat.file);
        c.firmware.stat.file.clear();
    }
}

void select_view(command_line& c, sample_view view) {
    c.view = c.samples.view = view;
    for (const std::string& event : c.firmware.stat.events) {
        c.samples.event += (c.samples.event.empty() ? "" : ",") + event;
    }
}

void select_map(command_line& c) {
    select_files(c);
    c.map = true;
}

const std::string files_text =
    "FILE is one or more access programs (.pmu), or one ELF file, firmware, and its arguments; "
    "arguments that begin with a dash come after `--`.";

} // namespace

const std::vector<command_desc>& all_commands() {
    static const std::vector<command_desc> commands{
        {"run",
         "PART FILE...",
         "play access programs, or run firmware",
         "Plays programs on the stub CPU of the platform of the part, one after the other, and "
         "says "
         "for each whether its checks held; or runs firmware on the instruction-set simulator. " +
             files_text,
         {job::programs, job::firmware},
         {{"xscale driver.pmu", "play a program on a toggling clock"},
          {"cortex_r5 *.pmu --clock tickless --quiet", "play many, print failures only"},
          {"arm1136 driver.pmu --vcd driver.vcd", "and write its waves"},
          {"arm1136 driver.pmu --report page.html", "and a page of it for a browser"},
          {"arm1136 accesses.pmu --replay driver.vcd --map auto", "with the events of those waves"},
          {"arm1136 firmware.elf first second", "run firmware with two arguments"},
          {"cortex_r5 firmware.elf --caches 16K:4:32 -- -v", "with caches, and an option for it"}},
         select_files},
        {"stat",
         "PART FILE...",
         "the same, and print how often every event occurred",
         "Counts every event of the part while programs are played or firmware runs, whatever the "
         "counters hold; or, with -e and -M, some of them on the counters of a second PMU, so that "
         "the firmware's is left alone. Counts go to standard error, or where -o says, so that "
         "what "
         "the program or the firmware prints stays its own. " +
             files_text,
         {job::program_counts, job::counts, job::metrics},
         {{"arm1136 firmware.elf --caches 16K:4:32", "all events, with cache models"},
          {"cortex_r5 firmware.elf -e cycles,0x08", "two of them"},
          {"arm1136 firmware.elf -e 'cycles,{0x05,0x06},r07'", "more than there are counters"},
          {"ixp42x firmware.elf -M icache,dcache", "what the manual derives from counts"},
          {"xscale firmware.elf --region fft:fft_end -I 0.5",
           "a part of it, each half millisecond"},
          {"ixp42x firmware.elf -x, -o counts.csv", "for a spreadsheet"},
          {"xscale driver.pmu", "what counters of 64 bits would have counted"},
          {"xscale driver.pmu -e BR_EXEC -j", "one event, as JSON"}},
         select_counts},
        {"record",
         "PART FILE...",
         "run firmware and take samples of it",
         "Runs firmware, an ELF file and its arguments, and takes a sample each time that an event "
         "has occurred so often: the instruction, the time, and with -g who has called. A PMU of "
         "the same part counts for that, which the firmware does not see: its own counts, its "
         "time and its interrupts are what they are without. A sample is of the very instruction "
         "that brought the occurrence, in both modes, and an event that has occurred N times has "
         "N/PERIOD samples, rounded down; with --jitter perhaps one more. Call chains are those of "
         "calls that have not returned, "
         "as the simulator has followed them: no frame pointer and no unwind table is needed. "
         "`report`, `annotate` and `script` show the file.",
         {job::sampling},
         {{"arm1136 firmware.elf", "a sample each 10007 cycles, a prime number"},
          {"cortex_r5 firmware.elf -e 0x08 -c 1000 -g", "each 1000 instructions, with callers"},
          {"xscale firmware.elf --caches 32K:32:32 -e 0x0B -c 10 -o misses.data",
           "each tenth miss of the data cache"}},
         select_record},
        {"report",
         "[DATA]",
         "show where samples are, the most frequent first",
         "Prints what share of the samples each function, source line or instruction has, for each "
         "event that was recorded. (The page that --report of other commands writes is something "
         "else.)",
         {job::sample_report},
         {{"", "by function"},
          {"--sort line -e cycles", "by source line, of one event"},
          {"--children", "with what each function has called"}},
         [](command_line& c) { select_view(c, sample_view::report); }},
        {"annotate",
         "[SYMBOL]",
         "show code with the share that each instruction has of the samples",
         "Prints the instructions of a function, or of all that have samples, with their source "
         "lines. Lines are known of firmware that was built with -g; their text is shown where the "
         "source is found.",
         {job::sample_annotation},
         {{"", "all functions that have samples"}, {"main -i misses.data", "one of them"}},
         [](command_line& c) { select_view(c, sample_view::annotate); }},
        {"script",
         "[DATA]",
         "print each sample, as perf script does",
         "Prints each sample with its stack, as `perf script` does: what viewers of its text "
         "read, such as speedscope, the Firefox profiler and FlameGraph's stackcollapse-perf.pl.",
         {job::sample_script},
         {{"> samples.txt", "for a viewer"},
          {"--folded | flamegraph.pl > flames.svg", "for a flame graph"}},
         [](command_line& c) { select_view(c, sample_view::script); }},
        {"registers",
         "PART",
         "print the registers of a part",
         "Prints name, address, access, reset value and fields of each register.",
         {job::tables},
         {{"cortex_r5", "as a table"}, {"cci400 --format svd", "as CMSIS-SVD"}},
         [](command_line& c) { c.registers = true; }},
        {"events",
         "PART",
         "print the events of a part",
         "Prints number, name and meaning of each event.",
         {job::tables},
         {{"ixp42x", "as a table"}, {"cortex_r5 --format csv", "for a spreadsheet"}},
         [](command_line& c) { c.events = true; }},
        {"parameters",
         "PART",
         "print the parameters of a part",
         "Prints the parameters that a platform, an access program or --option sets.",
         {job::tables},
         {{"arm1136", "as a table"}},
         [](command_line& c) { c.parameters = true; }},
        {"map",
         "PART [FILE]",
         "print the memory map of a platform",
         "Prints what is where on the platform that programs are played on; with an ELF file, on "
         "the one that firmware runs on.",
         {job::tables, job::firmware_map},
         {{"cci400", "of the stub CPU"}, {"arm1136 firmware.elf --ram 0:64M", "of firmware"}},
         select_map},
        {"linux",
         "--kernel FILE",
         "boot a Linux kernel on a board with an ARM1136",
         "Boots a kernel on the instruction-set simulator, on a board with what Linux needs of a "
         "Raspberry Pi 1 and the PMU of the ARM1136. The terminal is its console; Ctrl-A x ends "
         "the run, Ctrl-A Ctrl-A is Ctrl-A. With --script the console expects and types what a "
         "file says, and the run ends with that.",
         {job::boot},
         {{"--kernel Image --initrd initrd.cpio", "a shell"},
          {"--kernel Image --initrd initrd.cpio --append quiet --script session",
           "what a script types"}},
         [](command_line& c) { c.boots = true; }},
        {"demo",
         "PART",
         "play a driver of the part over generated activity",
         "Programs the unit as its driver would, while a pipeline or a bus makes events, and "
         "compares what it counts with what was made. The tables go to standard error, or where -o "
         "says.",
         {job::demo},
         {{"xscale", "a million cycles"}, {"system --seed 7", "two CPUs and their interconnect"}},
         [](command_line& c) { c.demo = true; }},
        {"shell",
         "PART",
         "play statements of access programs as they are typed",
         "Reads statements of access programs line by line and executes each on one simulation, "
         "with "
         "history and completion where a terminal is the input, which a build with libedit has; "
         "`help` lists them. What is read is printed. `show` prints registers with their fields, "
         "and outputs; "
         "`fields` what the fields of a register are for; `undo` takes lines back. Options of the "
         "part come first, as in a program. A line that cannot be understood is told on standard "
         "error, and the session goes on; unless it was typed at a terminal, the exit code is 2 "
         "then. Ctrl-C interrupts what runs, Ctrl-D ends the session. `pmu_run PART` without a "
         "file is the same at a terminal.",
         {job::shell},
         {{"arm1136", "on a toggling clock"},
          {"cortex_r5 --clock tickless < lines.txt", "without a terminal, as a script"}},
         [](command_line& c) { c.shell = true; }},
        {"fuzz",
         "PART",
         "compare clocks and modes by random programs and firmware",
         "Makes an access program and firmware of each seed, plays the program on both clocks, "
         "runs the firmware in every way there is (in both modes, with stat, record, a page, "
         "regions, caches, other quanta), and compares all that is left: answers, outputs, "
         "registers, memory, the counts of every event, messages. A line tells each difference, "
         "crash or hang; the exit code is 1 then. What may differ is in platforms/fuzz/README.md.",
         {job::fuzz},
         {{"arm1136 --seeds 1..1000 --jobs 4 --keep found", "and keep what differs"},
          {"cortex_r5 --kind firmware --seconds 3600 --seeds 1..1000000", "firmware, for an hour"},
          {"arm1136 --kind programs --against-option two_bit_mode=binary",
           "find a program in which that matters"},
          {"xscale --seeds 100..199 -j", "results as JSON"}},
         [](command_line& c) { c.fuzzes = true; }},
        {"sweep",
         "SPEC.json",
         "run many points of a matrix, here or on a cluster; collect and compare",
         "Runs each point of a matrix of parts, files and options as a process of its own, and "
         "keeps what comes out in a folder: a point that has been done is not done again. "
         "SPEC.json says what the points are; platforms/sweep/README.md describes it. `sweep "
         "status`, `sweep collect` and `sweep page` work while it runs; it may be killed and "
         "started again at any time.",
         {job::sweep},
         {{"study.json --jobs 2 --report study.html", "run what is missing, and write a page"},
          {"study.json --dry-run", "list the points, and what they will cost"},
          {"status study.sweep", "how far it is"},
          {"collect study.sweep --csv table.csv", "a table of what there is so far"},
          {"study.json --slurm", "on a cluster"},
          {"compare old.json new.sweep --bound cycles:2", "what has changed since"}},
         [](command_line&) {}},
        {"list",
         "",
         "list the parts, and the system of several",
         "Prints the names that PART can be.",
         {job::list},
         {},
         [](command_line& c) { c.list = true; }},
    };
    return commands;
}

const command_desc* find_command(const std::string& name) {
    for (const command_desc& command : all_commands()) {
        if (command.name == name) {
            return &command;
        }
    }
    return nullptr;
}

} // namespace platform::pmu_run
