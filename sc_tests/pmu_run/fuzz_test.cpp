// SPDX-License-Identifier: Apache-2.0
// `pmu_run fuzz`: what agrees is nothing to tell of, and what was planted is found and made small.
#include "pmu_run_process.h"

#include <fuzz/firmware_trial.h>
#include <generated/part_names.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pmu_run_test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> statements_of(const std::string& program) {
    std::vector<std::string> statements;
    std::istringstream in(program);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind('#', 0) != 0) {
            statements.push_back(line);
        }
    }
    return statements;
}

bool runs_firmware() {
    return run_pmu_run({"fuzz", "arm1136", "--kind", "firmware", "--seeds", "1"}).exit_code == 0;
}

class fuzz : public testing::Test {
protected:
    sc_test::temporary_folder m_folder;
};

TEST_F(fuzz, finds_nothing_where_the_clocks_agree) {
    for (const std::string& part : sc_test::part_names) {
        const pmu_run_result r =
            run_pmu_run({"fuzz", part, "--kind", "programs", "--seeds", "1..4", "--jobs", "2"});
        EXPECT_EQ(r.exit_code, 0) << r;
        EXPECT_EQ(r.out, part + ": 4 cases, 4 compared, 0 findings\n");
        EXPECT_EQ(r.err, "");
    }
}

// Two wires of an event that owns two count 2, or as a binary number 3 (two_bit_mode): the shortest
// program that shows it drives both of them, or the upper one, for an edge.
TEST_F(fuzz, makes_what_was_planted_a_short_program) {
    const std::string keep = m_folder.path("new/kept");
    const pmu_run_result r =
        run_pmu_run({"fuzz", "arm1136", "--kind", "programs", "--seeds", "3", "--keep", keep,
                     "--against-option", "two_bit_mode=binary"});
    EXPECT_EQ(r.exit_code, 1) << r;
    const std::string file = keep + "/arm1136_program_3.pmu";
    EXPECT_THAT(r.out, MatchesRegex("arm1136, program, seed 3: difference: without: .* \\| with "
                                    "two_bit_mode=binary: .*; kept: " +
                                    file + "\narm1136: 1 case, 1 compared, 1 finding\n"));
    std::vector<std::string> statements = statements_of(contents(file));
    ASSERT_LE(statements.size(), 4U) << contents(file);
    EXPECT_EQ(statements.front(), "option two_bit_mode, binary");
    const pmu_run_result with = run_pmu_run({"stat", "arm1136", file});
    m_folder.write("without.pmu",
                   contents(file).replace(contents(file).find("option two"), 0, "#"));
    const pmu_run_result without = run_pmu_run({"stat", "arm1136", m_folder.path("without.pmu")});
    EXPECT_EQ(with.exit_code, 0) << with;
    EXPECT_EQ(without.exit_code, 0) << without;
    EXPECT_NE(with.err.substr(with.err.find(" cycles\n")),
              without.err.substr(without.err.find(" cycles\n")));
}

TEST_F(fuzz, makes_what_was_planted_short_firmware) {
    if (!runs_firmware()) {
        GTEST_SKIP() << "without the instruction-set simulator";
    }
    const std::string keep = m_folder.path("kept");
    const pmu_run_result r =
        run_pmu_run({"fuzz", "arm1136", "--kind", "firmware", "--seeds", "1..12", "--instructions",
                     "60", "--keep", keep, "--against-option", "start_delay_cycles=200"});
    EXPECT_EQ(r.exit_code, 1) << r;
    EXPECT_THAT(r.out, ContainsRegex("arm1136: 12 cases, 12 compared, [1-9][0-9]* findings?\n"));
    std::size_t shortest = std::numeric_limits<std::size_t>::max();
    for (const auto& kept : std::filesystem::directory_iterator(keep)) {
        if (kept.path().extension() != ".txt") {
            continue;
        }
        const std::string text = contents(kept.path());
        EXPECT_THAT(text, MatchesRegex("difference: .*, with start_delay_cycles=200\n(.|\n)*"));
        EXPECT_THAT(text, ContainsRegex("\npmu_run stat arm1136 .*start_delay_cycles=200\n"));
        const std::string words = text.substr(std::min(text.find("\n\n"), text.size()));
        shortest = std::min(shortest,
                            static_cast<std::size_t>(std::count(words.begin(), words.end(), '\n')));
        const std::string elf = std::filesystem::path(kept.path()).replace_extension(".elf");
        EXPECT_EQ(contents(elf).substr(0, 4), "\x7F"
                                              "ELF");
    }
    EXPECT_LT(shortest, 6U) << r; // what starts the counters, and some cycles
}

TEST_F(fuzz, runs_firmware_in_both_modes) {
    if (!runs_firmware()) {
        GTEST_SKIP() << "without the instruction-set simulator";
    }
    const pmu_run_result r = run_pmu_run(
        {"fuzz", "xscale", "--kind", "firmware", "--seeds", "1..12", "--instructions", "100"});
    EXPECT_EQ(r.exit_code, 0) << r;
    EXPECT_THAT(r.out, ContainsRegex("^xscale: 12 cases, [1-9][0-9]* compared, 0 findings\n"));
}

// iss/timing.md, Two modes: who looks changes nothing. A loop begins in the line before the one
// that it ends in; an interrupt is waited for that nothing can raise, while a timeline is written.
TEST_F(fuzz, runs_what_differed_once) {
    if (!runs_firmware()) {
        GTEST_SKIP() << "without the instruction-set simulator";
    }
    for (const auto& [part, seed] : {std::pair("arm1136", "30051"), {"xscale", "30271"}}) {
        const pmu_run_result r = run_pmu_run({"fuzz", part, "--kind", "firmware", "--seeds", seed});
        EXPECT_EQ(r.out, std::string(part) + ": 1 case, 1 compared, 0 findings\n") << r;
    }
}

/// An instruction is stored over after its basic block has begun. Fast mode has the whole block,
/// and executes what was there; in exact mode, where a block has fewer instructions, a new one
/// begins in between.
platform::fuzz::fuzz_case firmware_that_executes_its_stores() {
    using content = platform::fuzz::memory_block::content;
    constexpr std::uint32_t between = 165;
    std::vector<std::uint32_t> words{0xE59F'0000U | 4U * (between + 6U), // ldr r0, the last word
                                     0xE28F'1F00U | between, // adr r1, what is after the `adcs`
                                     0xE581'0000U};          // str r0, [r1]
    words.insert(words.end(), between, 0xE0B3'3212U);        // adcs r3, r3, r2, lsl r2
    words.insert(words.end(),
                 {0xE3A0'2001U,               // mov r2, #1: is stored over
                  0xE3A0'0018U, 0xE59F'1000U, // SYS_EXIT
                  0xEF12'3456U, 0x0002'0026U, // with ADP_Stopped_ApplicationExit
                  0xE3A0'2002U});             // mov r2, #2
    platform::fuzz::fuzz_case c;
    c.part = "arm1136";
    c.entry = 0x8000;
    c.memory = {{c.entry, words, std::vector<content>(words.size(), content::other)}};
    return c;
}

// platforms/iss/timing.md, "Not modelled": either is right, so there is nothing to compare.
TEST_F(fuzz, lets_pass_what_executes_its_own_stores) {
    if (!runs_firmware()) {
        GTEST_SKIP() << "without the instruction-set simulator";
    }
    const platform::fuzz::trial_place place{PMU_RUN, m_folder.path(""), {}};
    const platform::fuzz::finding f =
        platform::fuzz::firmware_trial(place).judge(firmware_that_executes_its_stores());
    EXPECT_EQ(f.what, "") << f.detail;
    EXPECT_FALSE(f.is_compared);
    EXPECT_EQ(f.end, "exit code 0 ");
}

// No file may be longer than 250 bytes, as on a full disk.
TEST_F(fuzz, says_that_a_case_cannot_be_written) {
    circumstances how;
    how.file_size = 250; // a message, but no case
    for (const char* kind : {"programs", "firmware"}) {
        if (kind == std::string("firmware") && !runs_firmware()) {
            continue;
        }
        const pmu_run_result r =
            run_pmu_run({"fuzz", "arm1136", "--kind", kind, "--seeds", "1..10"}, how);
        EXPECT_EQ(r.exit_code, 2) << r;
        EXPECT_THAT(r.err,
                    MatchesRegex("pmu_run: cannot write .*/case\\.(pmu|elf): File too large\n"));
        EXPECT_EQ(r.out, "");
    }
}

TEST_F(fuzz, gives_the_same_results_whatever_runs_beside) {
    const arguments what{"fuzz",     "arm1136",          "--kind",
                         "programs", "--seeds",          "20..24",
                         "-j",       "--against-option", "start_delay_cycles=9"};
    const pmu_run_result one = run_pmu_run(what);
    const pmu_run_result several = run_pmu_run(what + arguments{"--jobs", "3"});
    EXPECT_EQ(one.out, several.out);
    EXPECT_EQ(one.exit_code, 1) << one;
    const nlohmann::json report = nlohmann::json::parse(one.out);
    EXPECT_EQ(report["part"], "arm1136");
    EXPECT_EQ(report["seeds"], "20..24");
    EXPECT_EQ(report["cases"], 5);
    EXPECT_EQ(report["compared"], 5);
    ASSERT_GE(report["findings"].size(), 2U);
    std::uint64_t last = 0;
    for (const nlohmann::json& f : report["findings"]) {
        EXPECT_GT(f["seed"], last);
        EXPECT_EQ(f["kind"], "program");
        EXPECT_EQ(f["what"], "difference");
        EXPECT_THAT(f["detail"].get<std::string>(), Not(HasSubstr("/tmp")));
        EXPECT_THAT(f["program"].get<std::string>(), HasSubstr("# and without this option:\n"));
        last = f["seed"];
    }
}

TEST_F(fuzz, refuses_what_it_cannot_do) {
    const std::pair<arguments, const char*> refusals[] = {
        {{"arm1136", "--seeds", "9..8"}, "pmu_run: --seeds: expected A or A..B, got '9..8'\n"},
        {{"arm1136", "--seeds", "1..x"}, "pmu_run: --seeds: expected A or A..B, got '1..x'\n"},
        {{"arm1136", "--seeds", "-1"}, "pmu_run: --seeds: expected A or A..B, got '-1'\n"},
        {{"arm1136", "--against-option", "two=1"},
         "pmu_run: --against-option two=1: expected an option of the ARM1136JF-S, got 'two'\n"},
        {{"arm1136", "--against-option", "two_bit_mode"},
         "pmu_run: --against-option two_bit_mode: expected NAME=VALUE, got 'two_bit_mode'\n"},
        {{"arm1136", "--against-option", "two_bit_mode=9"},
         "pmu_run: --against-option two_bit_mode=9: expected popcount (0) or binary (1), got "
         "'9'\n"},
    };
    for (const auto& [what, message] : refusals) {
        const pmu_run_result r = run_pmu_run(arguments{"fuzz"} + what);
        EXPECT_EQ(r.exit_code, 2) << r;
        EXPECT_EQ(r.err, message);
    }
    m_folder.write("file", "");
    const pmu_run_result r =
        run_pmu_run({"fuzz", "arm1136", "--keep", m_folder.path("file"), "--seeds", "1"});
    EXPECT_EQ(r.exit_code, 2) << r;
    EXPECT_THAT(r.err, HasSubstr(m_folder.path("file")));
}

TEST_F(fuzz, ends_at_once_when_it_is_interrupted) {
    pmu_run_process process({"fuzz", "cortex_r5", "--seeds", "1..1000000000", "--jobs", "2"});
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    process.send(SIGINT);
    const pmu_run_result r = process.wait(std::chrono::seconds(60));
    EXPECT_EQ(r.exit_code, 1) << r;
    EXPECT_FALSE(r.is_late);
    EXPECT_THAT(r.out, ContainsRegex("^cortex_r5: [0-9]+ cases?, [0-9]+ compared, 0 findings\n"));
    EXPECT_THAT(r.err, MatchesRegex("pmu_run: stopped after [0-9]+ cases?\n"));
}

} // namespace
} // namespace pmu_run_test
