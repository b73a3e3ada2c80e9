// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include "stat_options.h"

#include <initializer_list>

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;
constexpr std::uint64_t most_debug_cycles = 1'000'000'000;

constexpr std::initializer_list<job> all_jobs = {
    job::list,   job::tables,       job::demo,  job::programs, job::program_counts, job::firmware,
    job::counts, job::firmware_map, job::shell, job::fuzz,     job::metrics,        job::sampling};
constexpr std::initializer_list<job> simulator_runs = {job::firmware, job::counts, job::boot,
                                                       job::sampling};
constexpr std::initializer_list<job> firmware_runs = {job::firmware, job::counts, job::sampling};
constexpr std::initializer_list<job> sample_views = {job::sample_report, job::sample_annotation,
                                                     job::sample_script};

void describe_firmware(option_table& table, firmware_request& f) {
    table.set_group(can_run_firmware() ? "Firmware" : "Firmware (not in this build)");
    const auto option = [&](const char* name, auto& value, const char* help) {
        return table.option(name, value, firmware_runs, help);
    };
    const std::initializer_list<job> with_map = {job::firmware, job::counts, job::firmware_map};
    table
        .selector("--firmware", f.file, with_map,
                  "run this ELF file on an instruction-set simulator")
        ->type_name("FILE")
        ->check(path());
    option("--mode", f.mode, "exact: each cycle on the event lines; fast: counts in batches")
        ->check(CLI::IsMember({"exact", "fast"}))
        ->capture_default_str();
    table
        .option("--ram", f.ram, {job::firmware, job::counts, job::firmware_map, job::sampling},
                "memory, BASE:SIZE, once or more [0:16M]")
        ->allow_extra_args(false);
    table
        .option("--option", f.options, simulator_runs,
                "a parameter of the part, NAME=VALUE, as the statement 'option' of a program, once "
                "or more")
        ->allow_extra_args(false);
    table.option("--clock-mhz", f.clock_mhz, simulator_runs, "clock of the CPU")
        ->transform(number(1e-3, 1e5))
        ->capture_default_str();
    table
        .option("--caches", f.caches, simulator_runs,
                "cache models, none or SIZE:WAYS:LINE, 16K:4:32 for example")
        ->capture_default_str();
    option("--start", f.start,
           "boot: as boot code leaves the core, with the caches of --caches on; reset: as reset "
           "leaves it")
        ->check(CLI::IsMember({"boot", "reset"}))
        ->capture_default_str();
    table
        .option("--quantum", f.quantum, simulator_runs,
                "fast mode: cycles that the CPU runs ahead of time")
        ->transform(whole_number(1, most_cycles))
        ->capture_default_str();
    table.selector("--stat", f.stat.is_wanted, firmware_runs,
                   "print how often every event occurred");
    describe_stat(table, f.stat);
    CLI::Option* fields =
        table.option("-x,--field-separator", f.stat.separator, {job::counts, job::program_counts},
                     "print fields with this between them, as perf does; '\\\\t': a tab");
    fields->type_name("SEPARATOR")->check(some_text("a separator"))->transform(tab_of_escape());
    CLI::Option* json =
        table.flag("-j,--json-output", f.stat.json, {job::counts, job::program_counts, job::fuzz},
                   "print JSON: of counts an object a line, as perf does");
    table.exclude(json, {fields});
    table
        .option("-o,--output", f.stat.file,
                {job::counts, job::program_counts, job::demo, job::sampling},
                "print counts to a file; record: the file of samples [pmu.data]")
        ->type_name("FILE")
        ->check(path());
    option("--trace", f.trace, "write a line an instruction to a file")
        ->type_name("FILE")
        ->check(path());
    option("--state", f.state,
           "write what the machine is in the end, as JSON: registers, those of the PMU, hashes of "
           "memory, time, exit code")
        ->type_name("FILE")
        ->check(path());
    table
        .option("--gdb", f.gdb.port, simulator_runs,
                "wait for gdb at this port of 127.0.0.1 before the first instruction; 0: at any "
                "that is free")
        ->type_name("PORT")
        ->transform(whole_number(0, UINT16_MAX));
    table
        .option("--debug-cycles", f.gdb.cycles, simulator_runs,
                "cycles that pass, in debug state, each time that gdb has halted the CPU")
        ->transform(whole_number(0, most_debug_cycles))
        ->capture_default_str();
    option("--semihosting-dir", f.semihosting_dir, "where the firmware's files are")
        ->type_name("FOLDER")
        ->check(path());
    option("--arg", f.arguments,
           "an argument of the firmware, once or more; in the command line that it asks for, one "
           "with blanks stands between quotes, as newlib's start code wants it")
        ->allow_extra_args(false);
}

void describe_samples(option_table& table, command_line& c) {
    table.set_group("Samples");
    table
        .of_command(
            "-c,--count", c.firmware.record.periods, {job::sampling},
            "a sample each so many occurrences: of every event, or once for each -e [10000]")
        ->type_name("PERIOD")
        ->transform(whole_number(1, std::uint64_t{1} << 32U))
        ->allow_extra_args(false);
    table.of_command("-g,--call-graph", c.firmware.record.chains, {job::sampling},
                     "note who has called, too");
    table.of_command("DATA", c.samples.file, {job::sample_report, job::sample_script},
                     "a file that record has written [pmu.data]");
    table.of_command("SYMBOL", c.samples.symbol, {job::sample_annotation},
                     "a function or an address [all that have samples]");
    table
        .of_command("-i,--input", c.samples.file, sample_views,
                    "a file that record has written [pmu.data]")
        ->type_name("FILE")
        ->check(path());
    table
        .of_command("-s,--sort", c.samples.sort, {job::sample_report},
                    "what a line of the table is about")
        ->check(CLI::IsMember({"function", "line", "instruction"}))
        ->capture_default_str();
    table.of_command("--children", c.samples.children, {job::sample_report},
                     "with what each has called; of samples that were taken with -g");
    table.of_command("--folded", c.samples.folded, {job::sample_report, job::sample_script},
                     "a line a stack, for flame graphs, in place of that");
    table
        .of_command("--source", c.samples.source, {job::sample_annotation},
                    "where sources are [where the compiler had them, next to the firmware, here]")
        ->type_name("FOLDER")
        ->check(path());
    table
        .of_command("--firmware", c.samples.firmware, sample_views,
                    "where the firmware is now [where it was]")
        ->type_name("FILE")
        ->check(path());
}

void describe_linux(option_table& table, linux_request& r) {
    table.set_group(can_run_firmware() ? "Linux" : "Linux (not in this build)");
    const auto file = [&](const char* name, std::string& value, const char* help) {
        table.of_command(name, value, {job::boot}, help)->type_name("FILE")->check(path());
    };
    file("--kernel", r.kernel, "an Image, or a zImage, which unpacks itself");
    file("--dtb", r.device_tree, "the device tree [that of the board]");
    file("--initrd", r.initrd, "the initial RAM disk");
    table.of_command("--append", r.append, {job::boot}, "more kernel arguments")
        ->type_name("ARGUMENTS");
    file("--console", r.console, "where what the console shows goes [standard output]");
    file("--script", r.script, "what to expect on the console and to type, instead of a keyboard");
    file("--counts", r.counts,
         "where 'counts' of a script writes what the simulator has counted while the PMU was on");
}

void describe_fuzz(option_table& table, fuzz_request& r) {
    constexpr std::uint64_t most_jobs = 256;
    constexpr std::uint64_t most_instructions = 512;
    table.set_group("Random programs and firmware");
    const auto option = [&](const char* name, auto& value, const char* help) {
        return table.of_command(name, value, {job::fuzz}, help);
    };
    option("--seeds", r.seeds, "A..B, or one; the same seeds make the same cases")
        ->capture_default_str();
    option("--kind", r.kind, "programs: on both clocks; firmware: in both modes; all: both")
        ->check(CLI::IsMember({"programs", "firmware", "all"}))
        ->capture_default_str();
    option("--against-option", r.against,
           "NAME=VALUE: compare with this parameter at its default and at this value instead");
    option("--instructions", r.instructions,
           "statements of a program, and instructions of firmware, of ARM and of Thumb code each "
           "[any]")
        ->transform(whole_number(1, most_instructions));
    option("--jobs", r.jobs, "cases at a time")
        ->transform(whole_number(1, most_jobs))
        ->capture_default_str();
    option("--seconds", r.seconds, "begin no case after so much wall-clock time")
        ->transform(number(1e-3, 1e9));
    option("--keep", r.keep,
           "a folder where what differs is stored, as small as it can be made: a program that says "
           "why, or an ELF file with its command and code")
        ->type_name("FOLDER")
        ->check(path());
}

} // namespace

void describe(option_table& table, command_line& c) {
    const std::initializer_list<job> of_clocked_runs = {job::programs, job::program_counts,
                                                        job::demo, job::shell};
    const std::initializer_list<job> of_all_runs = {
        job::programs, job::demo, job::firmware, job::counts, job::boot, job::shell, job::sampling};
    table.option("PART", c.part, all_jobs,
                 table.has_command() ? "see pmu_run list" : "part to run; --list names them");
    if (table.has_command()) {
        table.option("FILE", c.files,
                     {job::programs, job::program_counts, job::firmware, job::counts,
                      job::firmware_map, job::metrics, job::sampling},
                     "access programs (.pmu), played in order; or an ELF file and its arguments");
    } else {
        table.option("FILE", c.files, {job::programs, job::program_counts},
                     "access programs (.pmu), played in order");
    }
    table
        .option("--clock", c.clock, of_clocked_runs,
                "sc_clock: toggles; tickless: edges are computed")
        ->check(CLI::IsMember({"sc_clock", "tickless"}))
        ->capture_default_str();
    table.option("--period", c.period_ns, of_clocked_runs, "clock period in nanoseconds")
        ->transform(number(0.002, 1e9))
        ->capture_default_str();
    table
        .option("--vcd", c.vcd, {job::programs, job::program_counts},
                "write a value change dump of one program; on the tickless clock counters show "
                "their value as of the last access or output change")
        ->type_name("FILE")
        ->check(path());
    table
        .option("--fst", c.fst, {job::programs, job::program_counts},
                "also write that dump in GTKWave's compressed form, by its vcd2fst")
        ->type_name("FILE")
        ->check(path());
    table
        .option("--json", c.json, {job::programs, job::program_counts},
                "write the results to a file; -: to standard output, instead of the verdicts")
        ->type_name("FILE")
        ->check(path());
    table
        .option("--report", c.report, of_all_runs,
                "write a page of the run for a browser: counters over time, accesses, events, "
                "registers")
        ->type_name("FILE")
        ->check(path());
    table
        .option("--timeline", c.timeline,
                {job::programs, job::program_counts, job::firmware, job::counts, job::sampling},
                "write what happens over time for Perfetto or speedscope: counters, rates, PMUIRQ, "
                "accesses; of firmware also functions and exceptions")
        ->type_name("FILE")
        ->check(path());
    table.selector(
        "--totals", c.totals, {job::programs},
        "count every event, whatever the counters hold; print the totals, also to --json");
    table
        .option("--save-at", c.save_at, {job::programs, job::program_counts},
                "CYCLE FILE: save unit, pins and stub CPU half a period after that edge of the "
                "run, 0: at its start, for --restore")
        ->type_name("")
        ->expected(2)
        ->transform(whole_number().application_index(0))
        ->check(path().application_index(1));
    table
        .option("--restore", c.restore, {job::programs, job::program_counts},
                "begin the program with what --save-at has saved, on either clock")
        ->type_name("FILE")
        ->check(path());
    table
        .of_command("--replay", c.replay, {job::programs, job::program_counts},
                    "raise the events that a value change dump has, beside those of the program")
        ->type_name("FILE")
        ->check(path());
    table
        .of_command("--map", c.signals, {job::programs, job::program_counts},
                    "which signal of --replay is which event, SIGNAL=EVENT, once or more; auto: as "
                    "in the dumps of --vcd")
        ->type_name("SIGNAL=EVENT")
        ->allow_extra_args(false);
    table.flag(
        "--quiet", c.quiet,
        {job::programs, job::program_counts, job::demo, job::firmware, job::counts, job::sampling},
        "print failures only");
    table.selector("--list", c.list, {job::list}, "list the parts, and the system of several");
    table.selector("--registers", c.registers, {job::tables}, "print the registers of the part");
    table.selector("--events", c.events, {job::tables}, "print the events of the part");
    table.selector("--parameters", c.parameters, {job::tables}, "print the parameters of the part");
    table
        .option("--format", c.format, {job::tables},
                "of --registers: " + exports::formats_of({true, false, false}) +
                    "; of --events: " + exports::formats_of({false, true, false}) +
                    "; of --parameters: " + exports::formats_of({false, false, true}))
        ->capture_default_str();
    table.selector("--map", c.map, {job::tables, job::firmware_map},
                   "print the memory map of the platform");
    table.selector("--demo", c.demo, {job::demo},
                   "play a driver of the part over generated activity");
    table.option("--cycles", c.cycles, {job::demo}, "demo: cycles of activity in each pass")
        ->transform(whole_number(1000, most_cycles))
        ->capture_default_str();
    table.option("--seed", c.seed, {job::demo}, "demo: seed of the activity")
        ->transform(whole_number())
        ->capture_default_str();
    table
        .option("--max-seconds", c.max_seconds, of_all_runs, "stop after this much wall-clock time")
        ->transform(number(1e-3, 1e9));
    table
        .option("--max-instructions", c.max_instructions,
                {job::programs, job::program_counts, job::firmware, job::counts, job::boot,
                 job::sampling},
                "stop a program after so many statements, firmware or Linux after so many "
                "instructions [10^10 of firmware]; 0: never")
        ->transform(whole_number());
    describe_firmware(table, c.firmware);
    describe_samples(table, c);
    describe_linux(table, c.boot);
    describe_fuzz(table, c.fuzz);
}

} // namespace platform::pmu_run
