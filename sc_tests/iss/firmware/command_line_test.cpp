// SPDX-License-Identifier: Apache-2.0
// Files that are no firmware, and options that make no platform: refused before anything runs.
#include "pmu_run_process.h"

#include <iss/elf_builder.h>
#include <iss/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace iss_test {
namespace {

using platform::elf_builder;
using platform::file_bytes;
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
            run_pmu_run(arguments{"arm1136", "--firmware", file} + options, soon);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_THAT(result.err, AllOf(StartsWith("pmu_run: " + file + ": "), HasSubstr(words)))
            << result;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result;
    }

    const platform::temporary_folder folder;
};

TEST_F(firmware_file, is_missing) {
    expect_refusal(folder.path("none.elf"), "found no such file");
}

TEST_F(firmware_file, is_a_folder) {
    expect_refusal(folder.path(), "found a folder");
}

TEST_F(firmware_file, is_a_text) {
    expect_refusal(write(file_bytes(1000, 'x')), "expected an ELF file");
}

TEST_F(firmware_file, is_empty) {
    expect_refusal(write({}), "expected an ELF file");
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
    const pmu_run_result result = run_pmu_run({"cortex_r5", "--firmware", file}, soon);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, AllOf(StartsWith("pmu_run: " + file + ": "), HasSubstr("ARMv7-M")));
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
        // The parser of the command line adds where to find help.
        EXPECT_THAT(result.err, MatchesRegex("(pmu_run: )?" + r.words +
                                             "\n(Run with --help for more information.\n)?"))
            << result;
    }
}

TEST(firmware_options, that_cannot_be_are_refused) {
    const platform::temporary_folder folder;
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
            {{"--ram", "0:0"}, "memory of 0 bytes at 0x00000000: expected whole pages.*"},
            {{"--ram", "0:5K"}, "memory of 5120 bytes at 0x00000000: expected whole pages.*"},
            {{"--ram", "100:4K"}, "memory of 4096 bytes at 0x00000064: expected whole pages.*"},
            {{"--ram", "0100:4K"}, "memory of 4096 bytes at 0x00000064: expected whole pages.*"},
            {{"--ram", "0xF0000000:1G"}, "memory of .* at 0xF0000000: expected to end below 4 GiB"},
            {{"--ram", "0x1000:0xFFFFFFFFFFFFF000"}, "memory of .*: expected to end below 4 GiB"},
            {{"--ram", "0:17179869184G"}, "--ram: .* got '17179869184G' in '0:17179869184G'"},
            {{"--ram", "4G:4K"}, "--ram: 4294967296 is more than 32 bits can hold"},
            {{"--ram", "0x10000000:16M"}, "memory of .*: overlaps the unit at 0x10140000"},
            {{"--ram", "0x2C000000:16M"}, "memory of .*: overlaps the unit at 0x2C090000"},
            {{"--ram", "0:64K", "--ram", "32K:64K"},
             "memory of 65536 bytes at 0x00008000: overlaps the memory at 0x00000000"},
            {{"--caches", "4K"}, "--caches: expected none or SIZE:WAYS:LINE, got '4K'"},
            {{"--caches", "some"}, "--caches: expected none or SIZE:WAYS:LINE, got 'some'"},
            {{"--caches", ""}, "--caches: expected none or SIZE:WAYS:LINE, got ''"},
            {{"--caches", "4K:4:32:"}, "--caches: expected none or SIZE:WAYS:LINE, got '4K:4:32:'"},
            {{"--caches", "4K::32"}, "--caches: .* got '' in '4K::32'"},
            {{"--caches", "4K:-4:32"}, "--caches: .* got '-4' in '4K:-4:32'"},
            {{"--caches", "0:1:32"}, "--caches: expected a size above 0.*"},
            {{"--caches", "3:1:32"}, "a cache needs .*; got 3 bytes, 1 ways, 32 bytes a line"},
            {{"--caches", "4K:3:32"}, "a cache needs .*; got 4096 bytes, 3 ways, 32 bytes a line"},
            {{"--caches", "4K:4:8"}, "a cache needs .*; got 4096 bytes, 4 ways, 8 bytes a line"},
            {{"--caches", "4K:4:512"},
             "a cache needs .*; got 4096 bytes, 4 ways, 512 bytes a line"},
            {{"--caches", "5G:1:32"}, "--caches: 5368709120 is more than 32 bits can hold"},
            {{"--mode", "slow"}, "--mode: slow not in.*"},
            {{"--quantum", "1099511627776", "--clock-mhz", "0.001"},
             "--quantum: expected at most [0-9]+ cycles of that clock, got '1099511627776'"},
            {{"--trace", "/nowhere/trace.txt"}, "cannot write /nowhere/trace.txt"},
            {{"--trace", ""}, "--trace: expected a path, got ''"},
            {{"--semihosting-dir", ""}, "--semihosting-dir: expected a path, got ''"},
            {{"--semihosting-dir", "/nowhere"},
             "--semihosting-dir /nowhere: expected a folder, found No such file or directory"},
            {{"--semihosting-dir", folder.path("file")},
             "--semihosting-dir " + folder.path("file") +
                 ": expected a folder, found something else"},
            {{"--arg", "say \"it's\""}, "--arg: .* both kinds of quotes.*, got 'say \"it's\"'"},
        });
}

TEST(command_line, numbers_are_in_range_and_nothing_else) {
    struct number_option {
        const char* name;
        const char* form;
        arguments others;
    };
    const std::vector<number_option> options = {
        {"--quantum", "a whole number from 1 to 1099511627776", {"--firmware", "none.elf"}},
        {"--max-instructions",
         "a whole number from 0 to 18446744073709551615",
         {"--firmware", "none.elf"}},
        {"--clock-mhz", "a number from 0.001 to 100000", {"--firmware", "none.elf"}},
        {"--cycles", "a whole number from 1000 to 1099511627776", {"--demo"}},
        {"--seed", "a whole number from 0 to 18446744073709551615", {"--demo"}},
        {"--max-seconds", "a number from 0.001 to 1e\\+09", {"--demo"}},
        {"--period", "a number from 0.002 to 1e\\+09", {"--demo"}},
    };
    for (const number_option& o : options) {
        for (const std::string value :
             {"", " ", "-1", "+7000", " 7000", "7000 ", "7000x", "many", "nan", "inf", "0x", "0x1g",
              "1e999", "1,5", "18446744073709551616000000000000"}) {
            const std::string literal = value == "+7000" ? "\\+7000" : value;
            expect_refusals(
                arguments{"arm1136"} + o.others,
                {{{o.name, value},
                  std::string(o.name) + ": expected " + o.form + ", got '" + literal + "'"}});
        }
    }
    expect_refusals(firmware("count_loop", "arm1136"),
                    {{{"--quantum", "0"}, "--quantum: expected .*, got '0'"},
                     {{"--quantum", "1099511627777"}, "--quantum: .*, got '1099511627777'"},
                     {{"--max-instructions", "18446744073709551616"},
                      "--max-instructions: .*, got '18446744073709551616'"},
                     {{"--clock-mhz", "0"}, "--clock-mhz: expected .*, got '0'"}});
    expect_refusals({"arm1136", "--demo"}, {{{"--cycles", "999"}, "--cycles: .*, got '999'"},
                                            {{"--max-seconds", "0"}, "--max-seconds: .*, got '0'"},
                                            {{"--period", "1e10"}, "--period: .*, got '1e10'"}});
}

TEST(command_line, options_go_with_what_has_a_use_for_them) {
    const std::vector<refusal> not_with_firmware = {
        {{"--period", "5"}, "--period does not go with --firmware"},
        {{"--clock", "tickless"}, "--clock does not go with --firmware"},
        {{"--vcd", "waves.vcd"}, "--vcd does not go with --firmware"},
        {{"--json", "-"}, "--json does not go with --firmware"},
        {{"--registers"}, "--registers does not go with --firmware"},
        {{"--events"}, "--events does not go with --firmware"},
        {{"--demo"}, "--demo does not go with --firmware"},
        {{"--cycles", "5000"}, "--cycles does not go with --firmware"},
        {{"--seed", "5"}, "--seed does not go with --firmware"},
        {{"program.pmu"}, "FILE does not go with --firmware"},
        {{"--list"}, "--firmware does not go with --list"},
    };
    expect_refusals(firmware("count_loop", "arm1136"), not_with_firmware);

    const std::vector<arguments> of_firmware = {
        {"--mode", "fast"},   {"--ram", "0:1M"},   {"--clock-mhz", "5"},
        {"--caches", "none"}, {"--quantum", "10"}, {"--max-instructions", "10"},
        {"--stat"},           {"--trace", "file"}, {"--semihosting-dir", "."},
        {"--arg", "1"},
    };
    for (const arguments& option : of_firmware) {
        const std::string& name = option.front();
        expect_refusals({"arm1136"},
                        {{option + arguments{"program.pmu"}, name + " goes with --firmware"},
                         {option + arguments{"--demo"}, name + " does not go with --demo"},
                         {option + arguments{"--registers"},
                          name + " does not go with --registers, --events or --map"}});
    }
    expect_refusals({"arm1136"},
                    {{{"program.pmu", "--seed", "5"}, "--seed goes with --demo"},
                     {{"program.pmu", "--demo"}, "FILE does not go with --demo"},
                     {{"--demo", "--json", "-"}, "--json does not go with --demo"},
                     {{"--map", "--demo"}, "--demo does not go with --registers.*"},
                     {{"--events", "--period", "5"}, "--period does not go with --registers.*"}});
}

TEST(firmware_options, the_map_shows_the_memory) {
    const pmu_run_result result =
        run_pmu_run(firmware("count_loop", "xscale") +
                        arguments{"--map", "--ram", "0:1M", "--ram", "0x40000000:64K"},
                    soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("0x00000000 to 0x000FFFFF"), HasSubstr("0x40000000 to 0x4000FFFF"),
                      HasSubstr("0x10140000 to 0x10140FFF"), HasSubstr("0x2C090000 to 0x2C09FFFF")))
        << result;
}

TEST(firmware_options, a_trace_has_a_line_for_each_instruction) {
    const platform::temporary_folder folder;
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

} // namespace
} // namespace iss_test
