// SPDX-License-Identifier: Apache-2.0
// Files that are no firmware, and options that make no platform: refused before anything runs.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <iss/elf_builder.h>
#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <thread>

namespace iss_test::command_line_test {
namespace {

using platform::iss::elf_builder;
using platform::iss::file_bytes;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr std::chrono::seconds soon(20);

// --- files ---------------------------------------------------------------------------------------

class firmware_file : public testing::Test {
protected:
    std::string write(const file_bytes& file) const {
        folder.write("firmware.elf", std::string(file.begin(), file.end()));
        return folder.path("firmware.elf");
    }

    /// One line that begins with the file.
    static void expect_refusal(const std::string& file, const std::string& words,
                               const arguments& options = {}) {
        const pmu_run_result result =
            run_pmu_run(arguments{"run", "arm1136", file} + options, soon);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_THAT(result.err, AllOf(StartsWith("pmu_run: " + file + ": "), HasSubstr(words)))
            << result;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result;
    }

    const sc_test::temporary_folder folder;
};

// `run` would play it: an access program.
TEST_F(firmware_file, is_something_else) {
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    for (const std::string& file : {folder.path(), write(file_bytes(1000, 'x')),
                                    folder.path("fifo"), std::string("/dev/zero")}) {
        for (const arguments& command : {arguments{"record"}, arguments{"map"}}) {
            const pmu_run_result result = run_pmu_run(command + arguments{"arm1136", file}, soon);
            EXPECT_EQ(result.exit_code, 2) << result;
            EXPECT_EQ(result.err, "pmu_run: " + command.front() +
                                      ": expected firmware, an ELF file, got '" + file + "'\n");
        }
    }
    const pmu_run_result missing = run_pmu_run({"map", "arm1136", folder.path("none.elf")}, soon);
    EXPECT_EQ(missing.exit_code, 2) << missing;
    EXPECT_EQ(missing.err, "pmu_run: " + folder.path("none.elf") +
                               ": expected a readable file: No such file or directory\n");
}

TEST_F(firmware_file, is_cut_off_anywhere) {
    const file_bytes whole = elf_builder().build();
    for (const int size : {4, 16, 51, 52, 60, 100, 120, 150}) {
        ASSERT_LT(static_cast<std::size_t>(size), whole.size());
        expect_refusal(write(file_bytes(whole.begin(), whole.begin() + size)), "expected");
    }
}

TEST_F(firmware_file, is_for_the_host) {
    expect_refusal(PMU_RUN, "expected a 32-bit ELF file");
}

TEST_F(firmware_file, is_for_another_cpu) {
    elf_builder elf;
    elf.header.e_machine = EM_RISCV;
    expect_refusal(write(elf.build()), "expected");
}

TEST_F(firmware_file, is_big_endian) {
    elf_builder elf;
    elf.header.e_ident[EI_DATA] = ELFDATA2MSB;
    expect_refusal(write(elf.build()), "little-endian");
}

TEST_F(firmware_file, is_an_object) {
    elf_builder elf;
    elf.header.e_type = ET_REL;
    expect_refusal(write(elf.build()), "expected");
}

TEST_F(firmware_file, has_code_outside_of_memory) {
    const std::string file = write(elf_builder().build());
    expect_refusal(file, "0x00008000 to 0x0000801F", {"--ram", "0:32K"});
    expect_refusal(file, "0x00009000 to 0x000090FF", {"--ram", "0x8000:4K"});
    expect_refusal(file, "0x00008000 to 0x0000801F", {"--ram", "0x9000:4K"});
}

TEST_F(firmware_file, is_for_a_newer_cpu) {
    expect_refusal(firmware("count_loop", "cortex_r5").back(), "built for ARMv7");
}

TEST_F(firmware_file, is_for_a_microcontroller) {
    const std::string file = test_firmware("microcontroller", "cortex_m3").back();
    expect_refusal(file, "built for ARMv7-M");
    const pmu_run_result result = run_pmu_run({"run", "cortex_r5", file}, soon);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, AllOf(StartsWith("pmu_run: " + file + ": "), HasSubstr("ARMv7-M")));
}

// --- commands ------------------------------------------------------------------------------------

TEST(firmware_commands, leave_the_output_of_firmware_its_own) {
    const std::string file = firmware("count_loop", "xscale").back();
    const pmu_run_result stat = run_pmu_run({"stat", "xscale", file}, soon);
    const pmu_run_result plain = run_pmu_run({"run", "xscale", file}, soon);
    const sc_test::temporary_folder folder;
    const pmu_run_result apart =
        run_pmu_run({"stat", "xscale", file, "-o", folder.path("counts")}, soon);
    EXPECT_EQ(stat.exit_code, 0) << stat;
    EXPECT_EQ(stat.out, plain.out) << stat;
    EXPECT_EQ(apart.out, plain.out) << apart;
    EXPECT_EQ(apart.err, plain.err) << apart;
    EXPECT_EQ(stat.err, plain.err + folder.read("counts")) << stat;
    EXPECT_THAT(stat.err, HasSubstr("  0x07  instructions "));
}

TEST(firmware_commands, print_the_counts_that_are_asked_for_as_fields) {
    const sc_test::temporary_folder folder;
    const std::string file = firmware("count_loop", "xscale").back();
    const pmu_run_result all = run_pmu_run({"stat", "xscale", file, "-x;"}, soon);
    const pmu_run_result some = run_pmu_run({"stat", "xscale", file, "-e", "instr_exec,0x5", "-e",
                                             "cycles", "-x", ";", "-o", folder.path("counts")},
                                            soon);
    EXPECT_EQ(some.exit_code, 0) << some;
    EXPECT_EQ(without_notices(some.err), "") << some;
    const std::vector<std::string> lines = lines_of(folder.read("counts"));
    ASSERT_EQ(lines.size(), 3U) << folder.read("counts");
    EXPECT_THAT(lines[0], MatchesRegex("[0-9]+;;INSTR_EXEC;[0-9]+;100.00;[0-9.]+;insn per cycle"));
    EXPECT_THAT(lines[1], MatchesRegex("[0-9]+;;BR_EXEC;[0-9]+;100.00;;"));
    EXPECT_THAT(lines[2], MatchesRegex("[0-9]+;;cycles;[0-9]+;100.00;;"));
    EXPECT_THAT(lines_of(all.err), testing::IsSupersetOf(lines));
    EXPECT_THAT(all.err, HasSubstr("<not supported>;;ICACHE_MISS;"));
}

/// `\t` on a command line is a tab, as for perf.
TEST(firmware_commands, separate_fields_by_what_is_asked_for) {
    const std::string file = firmware("count_loop", "xscale").back();
    const pmu_run_result tabs = run_pmu_run({"stat", "xscale", file, "-x\\t", "-e", "5"}, soon);
    EXPECT_THAT(without_notices(tabs.err), MatchesRegex("[0-9]+\t\tBR_EXEC\t[0-9]+\t100.00\t\t\n"));
    const pmu_run_result none = run_pmu_run({"stat", "xscale", file, "-x", ""}, soon);
    EXPECT_EQ(none.exit_code, 2) << none;
    EXPECT_THAT(none.err, HasSubstr("--field-separator: expected a separator, got ''"));
    const pmu_run_result metrics = run_pmu_run(
        {"stat", "xscale", file, "-x,", "-M", "writeback", "--caches", "1K:2:32"}, soon);
    EXPECT_THAT(metrics.err, HasSubstr(",\"% of cycles, stalled on data\"\n"));
}

TEST(firmware_commands, print_counts_as_json) {
    const std::string file = firmware("count_loop", "xscale").back();
    const pmu_run_result json = run_pmu_run({"stat", "xscale", file, "-j", "-e", "BR_EXEC"}, soon);
    const pmu_run_result fields = run_pmu_run({"stat", "xscale", file, "-x,", "-e", "5"}, soon);
    EXPECT_THAT(without_notices(json.err),
                MatchesRegex("\\{\"counter-value\":\"[0-9]+\",\"unit\":\"\",\"event\":\"BR_EXEC\","
                             "\"event-runtime\":[0-9]+,\"pcnt-running\":100.0,"
                             "\"part\":\"xscale\"\\}\n"));
    const std::string line = without_notices(fields.err);
    const std::string count = line.substr(0, line.find(','));
    EXPECT_THAT(json.err, HasSubstr("\"counter-value\":\"" + count + "\""));
}

TEST(firmware_commands, refuse_events_that_the_part_does_not_have) {
    const std::string file = firmware("count_loop", "xscale").back();
    for (const char* word : {"LOOPS", "0x3F", "", "INSTR_EXEC,", "-1"}) {
        const pmu_run_result result = run_pmu_run({"stat", "xscale", file, "-e", word}, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_THAT(result.err, StartsWith("pmu_run: --event: expected an event of the Intel "
                                           "XScale core (pmu_run events xscale) or cycles, got '"))
            << result;
    }
    EXPECT_EQ(run_pmu_run({"run", "xscale", file, "-e", "5"}, soon).exit_code, 2);
    EXPECT_EQ(run_pmu_run({"stat", "xscale", file, "-x,", "-j"}, soon).exit_code, 2);
}

TEST(firmware_commands, have_no_options_of_programs) {
    const std::string file = firmware("count_loop", "xscale").back();
    const pmu_run_result result = run_pmu_run({"run", "xscale", file, "--clock", "tickless"}, soon);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err,
              "pmu_run: --clock goes with access programs, got firmware: " + file + "\n")
        << result;
}

// --- options -------------------------------------------------------------------------------------

/// What pmu_run is given, and what it says on one line, after its name or the option's.
struct refusal {
    arguments options;
    std::string words; ///< a regular expression
};

void expect_refusals(const arguments& before, const std::vector<refusal>& refusals) {
    for (const refusal& r : refusals) {
        const pmu_run_result result = run_pmu_run(before + r.options, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_THAT(result.err, MatchesRegex("pmu_run: " + r.words + "\n")) << result;
    }
}

TEST(firmware_options, that_cannot_be_are_refused) {
    const sc_test::temporary_folder folder;
    folder.write("file", "");
    expect_refusals(
        firmware("count_loop", "arm1136"),
        {
            {{"--ram", "5"}, "--ram: expected BASE:SIZE, got '5'"},
            {{"--ram", ""}, "--ram: expected BASE:SIZE, got ''"},
            {{"--ram", "0:x"}, "--ram: expected BASE:SIZE, .*; got 'x' in '0:x'"},
            {{"--ram", "0:"}, "--ram: expected BASE:SIZE, .*; got '' in '0:'"},
            {{"--ram", ":16M"}, "--ram: expected BASE:SIZE, .*; got '' in ':16M'"},
            {{"--ram", "0:16M:"}, "--ram: expected BASE:SIZE, got '0:16M:'"},
            {{"--ram", "0:16M:3"}, "--ram: expected BASE:SIZE, got '0:16M:3'"},
            {{"--ram", "0:-4K"}, "--ram: .* got '-4K' in '0:-4K'"},
            {{"--ram", "0: 16M"}, "--ram: .* got ' 16M' in '0: 16M'"},
            {{"--ram", "0:16MM"}, "--ram: .* got '16MM' in '0:16MM'"},
            {{"--ram", "0x:16M"}, "--ram: .* got '0x' in '0x:16M'"},
            {{"--ram", "0:K"}, "--ram: .* got 'K' in '0:K'"},
            {{"--ram", "0:0"},
             "--ram 0:0: memory of 0 bytes at 0x00000000: expected whole pages.*"},
            {{"--ram", "0:5K"},
             "--ram 0:5K: memory of 5120 bytes at 0x00000000: expected whole pages of 4096 bytes"},
            {{"--ram", "100:4K"},
             "--ram 100:4K: memory of 4096 bytes at 0x00000064: expected whole pages.*"},
            {{"--ram", "0100:4K"},
             "--ram 0100:4K: memory of 4096 bytes at 0x00000064: expected whole pages.*"},
            {{"--ram", "0xF0000000:1G"},
             "--ram 0xF0000000:1G: memory of .* at 0xF0000000: expected to end below 4 GiB"},
            {{"--ram", "0x1000:0xFFFFFFFFFFFFF000"},
             "--ram 0x1000:0xF+000: memory of .*: expected to end below 4 GiB"},
            {{"--ram", "0:17179869184G"}, "--ram: .* got '17179869184G' in '0:17179869184G'"},
            {{"--ram", "4G:4K"}, "--ram: 4294967296 is more than 32 bits can hold"},
            {{"--ram", "0x10000000:16M"},
             "--ram 0x10000000:16M: memory of .*: overlaps the unit at 0x10140000"},
            {{"--ram", "0x2C000000:16M"},
             "--ram 0x2C000000:16M: memory of .*: overlaps the unit at 0x2C090000"},
            {{"--ram", "0:64K", "--ram", "32K:64K"},
             "--ram 32K:64K: memory of 65536 bytes at 0x00008000: overlaps the memory at "
             "0x00000000"},
            {{"--caches", "4K"},
             "--caches: expected none or SIZE:WAYS:LINE\\[:POLICY\\], got '4K'"},
            {{"--caches", "some"}, "--caches: expected none or SIZE:WAYS:LINE.*, got 'some'"},
            {{"--caches", ""}, "--caches: expected none or SIZE:WAYS:LINE.*, got ''"},
            {{"--caches", "4K:4:32:"},
             "--caches: expected core, lru, round-robin or random as the policy, got '' in "
             "'4K:4:32:'"},
            {{"--caches", "4K:4:32:fifo"},
             "--caches: expected core, .*, got 'fifo' in '4K:4:32:fifo'"},
            {{"--caches", "4K:4:32:lru:1"}, "--caches: expected none .*, got '4K:4:32:lru:1'"},
            {{"--caches", "none:lru"}, "--caches: expected none .*, got 'none:lru'"},
            {{"--icache", "4K"}, "--icache: expected none or SIZE:WAYS:LINE.*, got '4K'"},
            {{"--dcache", ""}, "--dcache: expected none or SIZE:WAYS:LINE.*, got ''"},
            {{"--icache", "4K:4:32"},
             "--caches none --icache 4K:4:32: a CPU has both caches or none: .*"},
            {{"--caches", "4K:4:32", "--dcache", "none"},
             "--caches 4K:4:32 --dcache none: a CPU has both caches or none: .*"},
            {{"--icache", "4K:4:32", "--dcache", "4K:3:32"},
             "--dcache 4K:3:32: expected a number of ways that is a power of two, got 3"},
            {{"--caches", "4K:1:32", "--icache", "16K:4:32", "--dcache", "8K:2:32"},
             "--caches 4K:1:32 has no effect beside --icache and --dcache"},
            {{"--caches", "4K::32"}, "--caches: .* got '' in '4K::32'"},
            {{"--caches", "4K:-4:32"}, "--caches: .* got '-4' in '4K:-4:32'"},
            {{"--caches", "0:1:32"}, "--caches: expected a size above 0.*"},
            {{"--caches", "3:1:32"},
             "--caches 3:1:32: expected a size that is a power of two, got 3 bytes"},
            {{"--caches", "4K:3:32"},
             "--caches 4K:3:32: expected a number of ways that is a power of two, got 3"},
            {{"--caches", "4K:4:8"},
             "--caches 4K:4:8: expected a line of 16, 32, 64, 128 or 256 bytes, got 8"},
            {{"--caches", "4K:4:512"},
             "--caches 4K:4:512: expected a line of 16, 32, 64, 128 or 256 bytes, got 512"},
            {{"--caches", "4K:256:32"},
             "--caches 4K:256:32: expected a size of one line in each way at least, got 4096 "
             "bytes"},
            {{"--caches", "5G:1:32"}, "--caches: 5368709120 is more than 32 bits can hold"},
            {{"--mode", "slow"}, "--mode: slow not in.*"},
            {{"--quantum", "1099511627776", "--clock-mhz", "0.001"},
             "--quantum: expected at most [0-9]+ cycles of that clock, got '1099511627776'"},
            {{"--trace", "/nowhere/trace.txt"},
             "cannot write /nowhere/trace.txt: No such file or directory"},
            {{"--trace", ""}, "--trace: expected a path, got ''"},
            {{"--semihosting-dir", ""}, "--semihosting-dir: expected a path, got ''"},
            {{"--semihosting-dir", "/nowhere"},
             "--semihosting-dir /nowhere: expected a folder, found No such file or directory"},
            {{"--semihosting-dir", folder.path("file")},
             "--semihosting-dir " + folder.path("file") +
                 ": expected a folder, found something else"},
            {{"--mode", "exact", "--quantum", "10"}, "--quantum goes with --mode fast"},
            {{"--option", "user_access"}, "--option user_access: expected NAME=VALUE, got .*"},
            {{"--option", ""}, "--option : expected NAME=VALUE, got ''"},
            {{"--option", "speed=1"},
             "--option speed=1: expected an option of the ARM1136JF-S, got 'speed'"},
            {{"--option", "revision=6"},
             "--option revision=6: expected an option of the ARM1136JF-S, got 'revision'"},
            {{"--option", "user_access=1", "--option", "start_delay_cycles=1001"},
             "--option start_delay_cycles=1001: expected a number from 0 to 1000, got '1001'"},
            {{"--option", "user_access=-1"},
             R"(--option user_access=-1: expected undefined \(0\) or allow \(1\), got '-')"},
            {{"--arg", "say \"it's\""}, "--arg: .* both kinds of quotes.*, got 'say \"it's\"'"},
        });
}

TEST(command_line, numbers_are_in_range_and_nothing_else) {
    struct number_option {
        const char* name;
        const char* form;
        const char* command;
    };
    const std::vector<number_option> options = {
        {"--quantum", "a whole number from 1 to 1099511627776", "run"},
        {"--max-instructions", "a whole number from 0 to 18446744073709551615", "run"},
        {"--clock-mhz", "a number from 0.001 to 100000", "run"},
        {"--cycles", "a whole number from 1000 to 1099511627776", "demo"},
        {"--seed", "a whole number from 0 to 18446744073709551615", "demo"},
        {"--max-seconds", "a number from 0.001 to 1e\\+09", "demo"},
        {"--period", "a number from 0.002 to 1e\\+09", "demo"},
    };
    for (const number_option& o : options) {
        for (const std::string value :
             {"", " ", "-1", "+7000", " 7000", "7000 ", "7000x", "many", "nan", "inf", "0x", "0x1g",
              "1e999", "1,5", "18446744073709551616000000000000"}) {
            const std::string literal = value == "+7000" ? "\\+7000" : value;
            expect_refusals({o.command, "arm1136"}, {{{o.name, value},
                                                      std::string(o.name) + ": expected " + o.form +
                                                          ", got '" + literal + "'"}});
        }
    }
    expect_refusals(firmware("count_loop", "arm1136"),
                    {{{"--quantum", "0"}, "--quantum: expected .*, got '0'"},
                     {{"--quantum", "1099511627777"}, "--quantum: .*, got '1099511627777'"},
                     {{"--max-instructions", "18446744073709551616"},
                      "--max-instructions: .*, got '18446744073709551616'"},
                     {{"--clock-mhz", "0"}, "--clock-mhz: expected .*, got '0'"}});
    expect_refusals({"demo", "arm1136"}, {{{"--cycles", "999"}, "--cycles: .*, got '999'"},
                                          {{"--max-seconds", "0"}, "--max-seconds: .*, got '0'"},
                                          {{"--period", "1e10"}, "--period: .*, got '1e10'"}});
}

TEST(command_line, options_go_with_what_has_a_use_for_them) {
    const sc_test::temporary_folder folder;
    folder.write("program.pmu", "run 1\n");
    const std::string program = folder.path("program.pmu");
    const std::string elf = firmware("count_loop", "arm1136").back();
    const std::vector<arguments> of_programs = {
        {"--period", "5"}, {"--clock", "tickless"}, {"--vcd", "waves.vcd"}, {"--json", "-"}};
    const std::vector<arguments> of_firmware = {
        {"--mode", "fast"},   {"--ram", "0:1M"},          {"--clock-mhz", "5"},
        {"--caches", "none"}, {"--quantum", "10"},        {"--option", "user_access=1"},
        {"--icache", "none"}, {"--dcache", "none"},       {"--trace", "file"},
        {"--arg", "1"},       {"--semihosting-dir", "."}, {"--start", "reset"},
    };
    const std::vector<arguments> of_stat_of_firmware = {{"-M", "ipc"}, {"-I", "1"}, {"-r", "2"}};
    for (const char* command : {"run", "stat"}) {
        for (const arguments& option : of_programs) {
            expect_refusals(
                {command, "arm1136", elf},
                {{option, option.front() + " goes with access programs, got firmware: " + elf}});
        }
        for (const arguments& option : of_firmware) {
            expect_refusals(
                {command, "arm1136", program},
                {{option, option.front() + " goes with firmware, got a program: " + program}});
        }
    }
    for (const arguments& option : of_stat_of_firmware) {
        expect_refusals({"stat", "arm1136", program},
                        {{option, ".* goes with firmware, got a program: " + program}});
    }
    const std::vector<std::pair<std::string, arguments>> unknown = {
        {"run", {"--cycles", "5000"}},
        {"run", {"--seed", "5"}},
        {"run", {"--demo"}},
        {"run", {"--registers"}},
        {"run", {"-e", "5"}},
        {"demo", {"--json", "-"}},
        {"demo", {"program.pmu"}},
        {"events", {"--period", "5"}},
        {"registers", {"--mode", "fast"}},
        {"map", {"--mode", "exact"}},
        {"map", {"--max-seconds", "1"}},
        {"map", {"--quiet"}},
    };
    for (const auto& [command, options] : unknown) {
        const std::string option = options.front();
        expect_refusals(
            {command, "arm1136"},
            {{options, "The following arguments? w(as|ere) not expected: .*" + option + ".*"}});
    }
    expect_refusals({"map", "arm1136"},
                    {{{"--ram", "0:1M"}, "--ram goes with firmware, got no FILE"}});
}

// A loop over sets and ways, by what CTR or CCSIDR reads, would miss some of its lines. DDI 0100,
// B6.5: CTR tells 512 bytes at least, lines of 64 bytes and 128 ways at most. DDI 0460, 4.3: CCSIDR
// tells 1,024 ways at most.
TEST(firmware_options, caches_that_no_register_can_tell_are_named) {
    const std::vector<std::vector<std::string>> cases_of_ctr = {
        {"16K:4:128", "16384:4:64"},
        {"8K:256:32", "8192:128:32"},
        {"256:1:16", "512:1:16"},
        {"64K:128:64", ""},
    };
    const std::vector<std::vector<std::string>> cases_of_ccsidr = {
        {"128K:2048:32", "65536:1024:32"},
        {"16K:4:256", ""},
        {"none", ""},
    };
    std::vector<std::vector<std::string>> cases; // CPU, caches, what is read
    for (const std::string& cpu : sc_test::cpu_names) {
        const bool is_v7 = sc_test::architecture_of.at(cpu) == "armv7r";
        for (const std::vector<std::string>& c : is_v7 ? cases_of_ccsidr : cases_of_ctr) {
            cases.push_back({cpu, c[0], c[1]});
        }
    }
    for (const std::vector<std::string>& c : cases) {
        const pmu_run_result result =
            run_pmu_run(firmware("count_loop", c[0]) + arguments{"--caches", c[1]}, soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::string notice = "pmu_run: --caches " + c[1] +
                                   ": the cache registers of this CPU cannot tell that; they read "
                                   "as " +
                                   c[2] + "\n";
        EXPECT_EQ(result.err.find(notice) != std::string::npos, !c[2].empty()) << result;
        EXPECT_EQ(without_notices(result.err), "") << result;
    }
}

// README, The machine: caches.
TEST(firmware_options, caches_have_policies_and_geometries_of_their_own) {
    const auto misses = [](const arguments& caches) {
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", "xscale", firmware("cache_modes", "xscale").back(), "-x,",
                                  "-e", "DCACHE_MISS,ICACHE_MISS"} +
                            caches,
                        soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.err;
    };
    const std::string both = misses({"--caches", "1K:4:32"});
    EXPECT_EQ(misses({"--caches", "1K:4:32:core"}), both);
    EXPECT_EQ(misses({"--caches", "1K:4:32:round-robin"}), both) << "the core's own";
    EXPECT_EQ(misses({"--icache", "1K:4:32", "--dcache", "1K:4:32"}), both);
    EXPECT_NE(misses({"--caches", "1K:4:32:random"}), both);
    EXPECT_NE(misses({"--caches", "1K:4:32", "--icache", "512:4:32"}), both);
    EXPECT_NE(misses({"--caches", "1K:4:32", "--dcache", "512:4:32"}), both);
}

// iss/timing.md, Replacement: the policy that `core` stands for.
TEST(firmware_options, the_table_of_stat_names_the_caches) {
    const auto title = [](const char* part, const arguments& caches) {
        const pmu_run_result result = run_pmu_run(
            arguments{"stat", part, firmware("count_loop", part).back(), "-e", "cycles"} + caches,
            soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::size_t at = result.err.find(".elf, ") + 6;
        return result.err.substr(at, result.err.find(": ", at) - at);
    };
    EXPECT_EQ(title("xscale", {}), "fast");
    EXPECT_EQ(title("xscale", {"--caches", "4K:4:32"}), "caches 4K:4:32, round-robin, fast");
    EXPECT_EQ(title("cortex_r5", {"--caches", "4K:4:32:lru"}),
              "caches 4K:4:32, least recently used, fast");
    EXPECT_EQ(
        title("cortex_r5", {"--icache", "1K:2:16:lru", "--dcache", "4K:4:32:random"}),
        "caches instructions 1K:2:16, least recently used; data 4K:4:32, pseudo-random, fast");
}

TEST(firmware_options, the_map_shows_the_memory) {
    const pmu_run_result result =
        run_pmu_run({"map", "xscale", firmware("count_loop", "xscale").back(), "--ram", "0:1M",
                     "--ram", "0x40000000:64K"},
                    soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("0x00000000 to 0x000FFFFF"), HasSubstr("0x40000000 to 0x4000FFFF"),
                      HasSubstr("0x10140000 to 0x10140FFF"), HasSubstr("0x2C090000 to 0x2C09FFFF")))
        << result;
}

TEST(firmware_options, a_trace_has_a_line_for_each_instruction) {
    const sc_test::temporary_folder folder;
    const pmu_run_result result =
        run_pmu_run(test_firmware("busy_loop", "arm1136") +
                        arguments{"--trace", folder.path("trace"), "--max-instructions", "3000"},
                    soon);
    EXPECT_EQ(result.exit_code, 1) << result;
    const std::string trace = folder.read("trace");
    EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 3000);
    EXPECT_THAT(trace.substr(0, trace.find('\n')),
                MatchesRegex(" *[0-9]+  00008000  E[0-9A-F]+ .*instruction.*cycle"));
}

// Traces, timelines and samples whose names end in .gz are those of other names, compressed.
TEST(firmware_options, text_is_compressed_where_its_name_says_so) {
    const sc_test::temporary_folder folder;
    const arguments run = {"run", "arm1136", TEST_FIRMWARE_DIR "/loops.arm1136.elf"};
    for (const char* name : {"trace", "timeline", "trace.gz", "timeline.gz"}) {
        const std::string option = "--" + std::string(name).substr(0, std::string(name).find('.'));
        const pmu_run_result result = run_pmu_run(run + arguments{option, folder.path(name)}, soon);
        EXPECT_EQ(result.exit_code, 0) << result;
    }
    for (const char* name : {"trace", "timeline"}) {
        const std::string file = folder.path(name);
        std::string command = "gzip -dc '";
        command.append(file).append(".gz' | cmp - '").append(file).append("'");
        const auto same = sc_test::run_in_shell(command);
        EXPECT_EQ(same.exit_code, 0) << same.out;
        EXPECT_LT(folder.read(std::string(name) + ".gz").size(), folder.read(name).size() / 4);
    }
    const std::string data = folder.path("pmu.data.gz");
    EXPECT_EQ(run_pmu_run({"record", "arm1136", run.back(), "-c", "7", "-o", data}).exit_code, 0);
    EXPECT_EQ(folder.read("pmu.data.gz").substr(0, 2), "\x1F\x8B");
    const pmu_run_result report = run_pmu_run({"report", data});
    EXPECT_EQ(report.exit_code, 0) << report;
    EXPECT_THAT(report.out, HasSubstr("  inner\n"));
    const std::string whole = folder.read("pmu.data.gz");
    folder.write("pmu.data.gz", whole.substr(0, whole.size() / 2));
    EXPECT_EQ(run_pmu_run({"report", data}).err,
              "pmu_run: cannot read " + data + ": it is a gzip file that ends too early\n");
    std::filesystem::create_symlink("/dev/full", folder.path("full.gz"));
    const pmu_run_result full =
        run_pmu_run(run + arguments{"--trace", folder.path("full.gz")}, soon);
    EXPECT_EQ(full.exit_code, 2) << full;
    EXPECT_THAT(full.err, HasSubstr("cannot write " + folder.path("full.gz")));
}

// DDI 0100, A7.1.17: before Thumb-2 BL and BLX with a label are two instructions.
// samples/loops.S counts its instructions: 2002 of _start before the call and three after it, the
// last of which is SVC; 1002 of inner, where a branch is each other one from the third on, and the
// last one, BX LR. Of _start the branches are 1000 BNE and BL.
TEST(firmware_options, a_trace_has_the_lines_that_are_asked_for) {
    const sc_test::temporary_folder folder;
    const auto lines = [&](const char* mode, const arguments& which) {
        const pmu_run_result result =
            run_pmu_run(test_firmware("loops", "arm1136") +
                            arguments{"--mode", mode, "--trace", folder.path("trace")} + which,
                        soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::string trace = folder.read("trace");
        return std::count(trace.begin(), trace.end(), '\n');
    };
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_EQ(lines(mode, {}), 2005 + 1002) << mode;
        EXPECT_EQ(lines(mode, {"--trace-function", "inner"}), 1002) << mode;
        EXPECT_EQ(lines(mode, {"--trace-range", "inner:0x8028"}), 501) << mode; // MOV, SUBS
        EXPECT_EQ(lines(mode, {"--trace-event", "branches"}), 1001 + 501) << mode;
        EXPECT_EQ(lines(mode, {"--trace-function", "inner", "--trace-event", "BR_EXEC"}), 501)
            << mode;
        EXPECT_EQ(lines(mode, {"--trace-function", "inner", "--trace-function", "_start"}),
                  2005 + 1002)
            << mode;
        EXPECT_EQ(lines(mode, {"--trace-range", "0x20:0x40"}), 0) << mode;
    }
}

TEST(firmware_options, refuse_lines_of_a_trace_that_cannot_be) {
    const sc_test::temporary_folder folder;
    const std::string file = test_image("loops", "arm1136");
    const std::vector<std::pair<arguments, std::string>> refusals = {
        {{"--trace-function", "outer"},
         "--trace-function: expected a function of " + file + ", got 'outer'"},
        {{"--trace-range", "inner"}, "--trace-range: expected FROM:TO, got 'inner'"},
        {{"--trace-range", "inner:inner"}, "--trace-range inner:inner: expected TO after FROM"},
        {{"--trace-range", "inner:outer"},
         "--trace-range inner:outer: expected a function of " + file +
             ", FILE:LINE with code, or the address of an instruction, got 'outer'"},
        {{"--trace-event", "LOOPS"},
         "--trace-event: expected an event of the ARM1136JF-S (pmu_run events arm1136) or cycles, "
         "got 'LOOPS'"},
        {{"--trace-event", "L1-dcache-load-misses"},
         "--trace-event L1-dcache-load-misses: the simulator cannot know L1-dcache-load-misses, "
         "or only with --caches"}};
    for (const auto& [options, message] : refusals) {
        const pmu_run_result result = run_pmu_run(
            arguments{"run", "arm1136", file, "--trace", folder.path("trace")} + options, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err, "pmu_run: " + message + "\n");
    }
    const pmu_run_result alone =
        run_pmu_run({"run", "arm1136", file, "--trace-function", "inner"}, soon);
    EXPECT_EQ(alone.exit_code, 2) << alone;
    EXPECT_EQ(alone.err, "pmu_run: --trace-function goes with --trace\n");
}

TEST(firmware_options, a_trace_has_two_lines_for_a_thumb_call) {
    for (const char* mode : {"fast", "exact"}) {
        const sc_test::temporary_folder folder;
        const pmu_run_result result =
            run_pmu_run(test_firmware("thumb_call", "arm1136") +
                        arguments{"--mode", mode, "--trace", folder.path("trace")});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(
            folder.read("trace"),
            testing::ContainsRegex(
                " 00008008  F000      first half of bl or blx .* instruction cycle\n"
                " *[0-9]+  0000800A  F80[0-9]      second half of bl .* instruction branch .*\n"
                " *[0-9]+  000080[0-9A-F]{2}  4770     .*\n"))
            << mode;
    }
}

TEST(firmware_options, a_trace_names_the_source_lines_of_firmware_that_has_them) {
    const sc_test::temporary_folder folder;
    const pmu_run_result result =
        run_pmu_run(test_firmware("busy_loop_with_lines", "arm1136") +
                        arguments{"--mode", "exact", "--trace", folder.path("trace"),
                                  "--max-instructions", "4"},
                    soon);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr(" at PC 0x00008004 (_start+0x4, busy_loop.S:6)\n"));
    EXPECT_THAT(folder.read("trace"),
                MatchesRegex(".* 00008000  .* cycle \\(_start\\+0x0, busy_loop\\.S:5\\)\n"
                             ".* 00008004  .* cycle \\(_start\\+0x4, busy_loop\\.S:6\\)\n"
                             ".* 00008008  .* cycle.* \\(_start\\+0x8, busy_loop\\.S:7\\)\n"
                             ".* 00008000  .* cycle \\(_start\\+0x0, busy_loop\\.S:5\\)\n"));
}

// --- parameters ----------------------------------------------------------------------------------

/// What firmware reads of a unit with these options.
struct shown_parameter {
    arguments options;
    int exit_code = 0;
};

/// The lines `// expect VALUE [OPTION]...` of options/PART.inc.
std::vector<shown_parameter> shown_parameters(const std::string& part) {
    std::ifstream file(OPTIONS_DIR "/" + part + ".inc");
    EXPECT_TRUE(file) << part;
    std::vector<shown_parameter> all;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first;
        std::string second;
        std::string value;
        if (words >> first >> second >> value && first == "//" && second == "expect") {
            all.push_back({{}, std::stoi(value, nullptr, 0)});
            for (std::string option; words >> option;) {
                all.back().options = all.back().options + arguments{"--option", option};
            }
        }
    }
    return all;
}

class firmware_parameters_of : public testing::TestWithParam<std::string> {};

TEST_P(firmware_parameters_of, reach_the_unit) {
    const std::vector<shown_parameter> parameters = shown_parameters(GetParam());
    EXPECT_TRUE(std::any_of(parameters.begin(), parameters.end(),
                            [](const shown_parameter& p) { return !p.options.empty(); }));
    for (const shown_parameter& p : parameters) {
        for (const char* mode : {"exact", "fast"}) {
            const pmu_run_result result = run_pmu_run(test_firmware("option_value", GetParam()) +
                                                          arguments{"--mode", mode} + p.options,
                                                      soon);
            EXPECT_EQ(result.exit_code, p.exit_code) << result;
            EXPECT_EQ(result.err, "") << result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(parts, firmware_parameters_of, testing::ValuesIn(sc_test::part_names),
                         [](const testing::TestParamInfo<std::string>& part) {
                             return part.param;
                         });

// Between start and stop the PMU sees the edges of 30 instructions, and of one of the two that
// start and stop it. A start delay of n edges takes n of them away (D4), a stop delay adds as many.
// Events of the edges in between are reported one by one in fast mode, however long that takes.
TEST(firmware_parameters, delays_are_the_same_in_both_modes) {
    constexpr int edges = 31;
    for (const char* mode : {"exact", "fast"}) {
        for (const auto& [start, stop, expected] : std::vector<std::array<int, 3>>{
                 {0, 0, edges},
                 {3, 0, edges - 3},
                 {10, 0, edges - 10},
                 {30, 0, edges - 30},
                 {31, 0, 0},
                 {1000, 0, 0},
                 {0, 5, edges + 5},
                 {10, 20, edges - 10 + 20},
             }) {
            const pmu_run_result result =
                run_pmu_run(test_firmware("start_and_stop", "arm1136") +
                                arguments{"--mode", mode, "--option",
                                          "start_delay_cycles=" + std::to_string(start), "--option",
                                          "stop_delay_cycles=" + std::to_string(stop)},
                            soon);
            EXPECT_EQ(result.exit_code, expected) << result;
        }
    }
}

// The delays of event counters: programs that count instructions print the same.
TEST(firmware_parameters, delays_of_events_are_the_same_in_both_modes) {
    for (const char* delay : {"0", "1", "7", "40"}) {
        const arguments what = firmware("count_loop", "arm1136") +
                               arguments{"--option", "start_delay_cycles=" + std::string(delay),
                                         "--option", "stop_delay_cycles=" + std::string(delay)};
        const pmu_run_result exact = run_pmu_run(what + arguments{"--mode", "exact"});
        const pmu_run_result fast = run_pmu_run(what + arguments{"--mode", "fast"});
        EXPECT_EQ(exact.out, fast.out) << exact << fast;
        EXPECT_THAT(exact.out, HasSubstr("straight lines")) << exact;
    }
}

TEST(firmware_parameters, polarity_of_the_pin_is_not_that_of_the_request) {
    for (const std::string& part : sc_test::cpu_names) {
        const arguments what = test_firmware("overflow_interrupts", part);
        const pmu_run_result high = run_pmu_run(what);
        const pmu_run_result low = run_pmu_run(what + arguments{"--option", "irq_active_low=1"});
        EXPECT_EQ(low.exit_code, 0) << low;
        EXPECT_EQ(low.out, high.out);
    }
}

TEST(firmware_parameters, revision_of_the_cci_names_its_events) {
    for (const char* revision : {"0", "6"}) {
        const std::string file = firmware("cci_traffic", "cortex_r5").back();
        const pmu_run_result result =
            run_counted({"run", "cci400", file, "--option", std::string("revision=") + revision});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(result.out, HasSubstr("0x80  S4_si_rrq_hs_any")) << result;
    }
}

// --- outputs and inputs --------------------------------------------------------------------------

TEST(firmware_outputs, that_cannot_be_written_are_told_of) {
    const sc_test::temporary_folder folder;
    const arguments loop = test_firmware("busy_loop", "arm1136");
    const pmu_run_result trace = run_pmu_run(loop + arguments{"--trace", "/dev/full"}, soon);
    EXPECT_EQ(trace.exit_code, 2) << trace;
    EXPECT_EQ(trace.err, "pmu_run: cannot write /dev/full: No space left on device\n");

    circumstances how;
    how.file_size = 100'000;
    const pmu_run_result large =
        run_pmu_run(loop + arguments{"--trace", folder.path("trace")}, how);
    EXPECT_EQ(large.exit_code, 2) << large;
    EXPECT_EQ(large.err, "pmu_run: cannot write " + folder.path("trace") + ": File too large\n");
    EXPECT_EQ(folder.read("trace").size(), 100'000U);

    for (const arguments& command :
         {arguments{"stat", "-o", folder.path("counts")}, arguments{"run"}}) {
        how = {};
        how.out = "/dev/full";
        const arguments program = // prints by itself
            command + arguments{"arm1136", firmware("user_access", "arm1136").back()};
        const pmu_run_result full = run_pmu_run(program, how);
        EXPECT_EQ(full.exit_code, 2) << full;
        EXPECT_EQ(full.err, "pmu_run: cannot write standard output: No space left on device\n");
        how = {};
        how.closed = {0, 1};
        const pmu_run_result closed =
            run_pmu_run(program + arguments{"--trace", folder.path("trace")}, how);
        EXPECT_EQ(closed.exit_code, 2) << closed;
        EXPECT_EQ(closed.err, "pmu_run: cannot write standard output: it is closed\n");
        EXPECT_THAT(folder.read("trace"), MatchesRegex(" *[0-9]+  0000.*"));
        EXPECT_EQ(folder.read("trace").find("user_access on"), std::string::npos);
    }
    const pmu_run_result quiet = run_pmu_run(test_firmware("option_value", "cci400"), how);
    EXPECT_EQ(quiet.exit_code, 6) << quiet; // nothing is for standard output
}

TEST(firmware_outputs, are_no_inputs) {
    const sc_test::temporary_folder folder;
    const std::string elf = test_firmware("busy_loop", "arm1136").back();
    const std::string copy = folder.path("busy.elf");
    std::filesystem::copy_file(elf, copy);
    std::filesystem::create_hard_link(copy, folder.path("twin"));
    const auto before = folder.read("busy.elf");
    for (const std::string& trace : {copy, folder.path("./busy.elf"), folder.path("twin")}) {
        const pmu_run_result result = run_pmu_run({"run", "arm1136", copy, "--trace", trace}, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        std::string message = "pmu_run: cannot write --trace ";
        message.append(trace).append(": it is the input ").append(copy).append("\n");
        EXPECT_EQ(result.err, message);
        EXPECT_EQ(folder.read("busy.elf"), before);
    }
}

TEST(firmware_outputs, are_left_alone_by_firmware_that_cannot_run) {
    const sc_test::temporary_folder folder;
    folder.write("old", "old");
    folder.write("none.elf", "\x7F"
                             "ELF");
    for (const char* trace : {"old", "new"}) {
        const pmu_run_result result = run_pmu_run(
            {"run", "arm1136", folder.path("none.elf"), "--trace", folder.path(trace)}, soon);
        EXPECT_EQ(result.exit_code, 1) << result;
    }
    EXPECT_EQ(folder.read("old"), "old");
    EXPECT_FALSE(std::filesystem::exists(folder.path("new")));
}

TEST(firmware_outputs, and_inputs_may_have_names_that_are_no_text) {
    const sc_test::temporary_folder folder;
    const std::string copy = folder.path("\xFF.elf");
    std::filesystem::copy_file(test_firmware("option_value", "cci400").back(), copy);
    const pmu_run_result result =
        run_counted({"run", "cci400", copy, "--trace", folder.path("\xFE")});
    EXPECT_EQ(result.exit_code, 6) << result;
    EXPECT_THAT(result.out, HasSubstr(copy));
    EXPECT_THAT(folder.read("\xFE"), HasSubstr("svc"));
}

TEST(firmware_runs, end_though_nobody_reads_their_output) {
    circumstances how;
    how.out_and_err_are_one_pipe_that_nobody_reads = true;
    const sc_test::temporary_folder folder;
    const arguments what =
        test_firmware("busy_loop", "arm1136") + arguments{"--trace", "/dev/stdout"};
    const pmu_run_result by_time = run_pmu_run(what + arguments{"--max-seconds", "1"}, how);
    EXPECT_EQ(by_time.exit_code, 2) << by_time;
    EXPECT_LT(by_time.took.count(), 10);
    pmu_run_process run(what, how);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    run.send(SIGTERM);
    const pmu_run_result by_signal = run.wait(soon);
    EXPECT_EQ(by_signal.exit_code, 2) << by_signal;
    EXPECT_LT(by_signal.took.count(), 10);
}

// --- memory --------------------------------------------------------------------------------------

#if !defined(__SANITIZE_ADDRESS__) // whose shadow does not fit into a limit
TEST(firmware_options, that_want_more_memory_than_there_is_are_named) {
    circumstances how;
    how.address_space = std::uint64_t{3} << 30;
    const auto expect = [&](const arguments& options, const std::string& message) {
        const pmu_run_result result = run_pmu_run(firmware("count_loop", "arm1136") + options, how);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err, "pmu_run: " + message + "\n") << result;
    };
    expect({"--ram", "0:16M", "--ram", "0x40000000:2G"},
           "--ram 0x40000000:2G: memory of 2147483648 bytes at 0x40000000: the host does not have "
           "that much");
    expect({"--caches", "2G:1:16"},
           "--caches 2G:1:16: the host does not have the memory for their tags");
}

// In mid-run: room for one Unicorn, not for the one that replaces it. Before: not for one either.
TEST(firmware_options, a_host_without_memory_is_no_fault_of_the_firmware) {
    const std::string reason =
        "pmu_run: the host has no memory left for the run: Unicorn needs a gigabyte of address "
        "space, see ulimit -v";
    const auto expect = [](std::uint64_t megabytes, const testing::Matcher<std::string>& message) {
        circumstances how;
        how.address_space = megabytes << 20;
        const pmu_run_result result = run_pmu_run(firmware("count_loop", "arm1136"), how);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_THAT(result.err, message);
    };
    expect(1600, testing::StartsWith(reason + ", at PC "));
    expect(900, testing::StrEq(reason + "\n"));
}
#endif

} // namespace
} // namespace iss_test::command_line_test
