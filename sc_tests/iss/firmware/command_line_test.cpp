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

TEST(firmware_options, that_cannot_be_are_refused) {
    const arguments image = firmware("count_loop", "arm1136");
    struct refusal {
        arguments options;
        const char* words;
    };
    const std::vector<refusal> refusals = {
        {{"--ram", "5"}, "--ram: expected BASE:SIZE, got '5'"},
        {{"--ram", "0:x"}, "--ram: expected a number.*'x'"},
        {{"--ram", "0:16M:3"}, "--ram: expected BASE:SIZE, got '0:16M:3'"},
        {{"--ram", "0:-4K"}, "--ram: expected a number.*'-4K'"},
        {{"--ram", "0:0"}, "memory of 0 bytes at 0x00000000: expected whole pages.*"},
        {{"--ram", "0:5K"}, "memory of 5120 bytes at 0x00000000: expected whole pages.*"},
        {{"--ram", "100:4K"}, "memory of 4096 bytes at 0x00000064: expected whole pages.*"},
        {{"--ram", "0xF0000000:1G"}, "memory of .* at 0xF0000000: expected to end below 4 GiB"},
        {{"--ram", "0x1000:0xFFFFFFFFFFFFF000"}, "memory of .*: expected to end below 4 GiB"},
        {{"--ram", "0:17179869184G"}, "--ram: expected a number.*'17179869184G'"},
        {{"--ram", "4G:4K"}, "--ram: 4294967296 is more than 32 bits can hold"},
        {{"--ram", "0x10000000:16M"}, "memory of .*: overlaps the unit at 0x10140000"},
        {{"--ram", "0x2C000000:16M"}, "memory of .*: overlaps the unit at 0x2C090000"},
        {{"--ram", "0:64K", "--ram", "32K:64K"},
         "memory of 65536 bytes at 0x00008000: overlaps the memory at 0x00000000"},
        {{"--caches", "4K"}, "--caches: expected none or SIZE:WAYS:LINE, got '4K'"},
        {{"--caches", "some"}, "--caches: expected a number.*'some'"},
        {{"--caches", "0:1:32"}, "--caches: expected a size above 0.*"},
        {{"--caches", "3:1:32"}, "a cache needs .*; got 3 bytes, 1 ways, 32 bytes a line"},
        {{"--caches", "4K:3:32"}, "a cache needs .*; got 4096 bytes, 3 ways, 32 bytes a line"},
        {{"--caches", "4K:4:8"}, "a cache needs .*; got 4096 bytes, 4 ways, 8 bytes a line"},
        {{"--caches", "4K:4:512"}, "a cache needs .*; got 4096 bytes, 4 ways, 512 bytes a line"},
        {{"--caches", "5G:1:32"}, "--caches: 5368709120 is more than 32 bits can hold"},
        {{"--mode", "slow"}, "--mode: slow not in.*"},
        {{"--quantum", "0"}, "--quantum: Value 0 not in range.*"},
        {{"--quantum", "many"}, "--quantum: Value many not in range.*"},
        {{"--clock-mhz", "0"}, "--clock-mhz: Value 0 not in range.*"},
        {{"--max-instructions", "all"}, ".*--max-instructions = all.*"},
        {{"--trace", "/nowhere/trace.txt"}, "cannot write /nowhere/trace.txt"},
        {{"--demo"}, "--firmware goes with none of.*"},
        {{"program.pmu"}, "--firmware goes with none of.*"},
        {{"--vcd", "waves.vcd"}, "--firmware goes with none of.*"},
    };
    for (const refusal& r : refusals) {
        const pmu_run_result result = run_pmu_run(image + r.options, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        // The parser of the command line adds where to find help.
        EXPECT_THAT(result.err, MatchesRegex("(pmu_run: )?" + std::string(r.words) +
                                             "\n(Run with --help for more information.\n)?"))
            << result;
    }
}

TEST(firmware_options, a_folder_for_files_must_be_there) {
    const pmu_run_result result = run_pmu_run(
        firmware("count_loop", "arm1136") + arguments{"--semihosting-dir", "/nowhere"}, soon);
    EXPECT_NE(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "pmu_run: --semihosting-dir /nowhere: expected a folder, found No such "
                          "file or directory\n");
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
