// SPDX-License-Identifier: Apache-2.0
// Samples of firmware: how many there are, of which instructions, and that the firmware notices
// nothing. What is expected is counted by hand in samples/loops.S.
#include "counting_cpus.h"
#include "pmu_run_process.h"

#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace iss_test::record_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

constexpr std::uint32_t subs_at = 0x8004;
constexpr std::uint32_t bne_at = 0x8008;
constexpr std::uint32_t bl_at = 0x800C;
constexpr std::uint32_t inner_at = 0x8020; // after SVC and one literal
constexpr std::uint32_t inner_subs_at = inner_at + 4;
constexpr std::uint32_t inner_bne_at = inner_at + 8;

/// Samples as a file has them.
struct recorded { // NOLINT(bugprone-exception-escape): moving JSON does not throw
    std::string text;
    std::vector<json> samples;
    json header;
    json end;

    std::map<std::uint32_t, unsigned> places(unsigned event = 0) const {
        std::map<std::uint32_t, unsigned> all;
        for (const json& s : samples) {
            all[s[3]] += s[0] == event ? 1 : 0;
        }
        return all;
    }
};

/// Those of `stat -x,` that are not notices.
std::vector<std::uint64_t> counts_of(const pmu_run_result& stat) {
    std::istringstream lines(stat.err);
    std::vector<std::uint64_t> counts;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_of("0123456789") == 0) {
            counts.push_back(std::stoull(line));
        }
    }
    return counts;
}

class record_fixture {
protected:
    std::string elf(const std::string& part) const {
        return std::string(TEST_FIRMWARE_DIR "/loops.") + part + ".elf";
    }
    recorded read() const {
        recorded r;
        std::istringstream lines(folder.read("pmu.data"));
        for (std::string line; std::getline(lines, line);) {
            const json value = json::parse(line);
            if (value.is_array()) {
                r.samples.push_back(value);
                r.text += line + '\n';
            } else {
                (value.contains("end") ? r.end : r.header) = value;
            }
        }
        r.end = r.end["end"];
        return r;
    }
    recorded record(const std::string& part, const std::string& file, const arguments& more) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"record", part, file, "-o", folder.path("pmu.data")} + more);
        EXPECT_EQ(result.exit_code, 0) << result;
        return read();
    }
    std::string shown(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what + arguments{"-i", folder.path("pmu.data")});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.err, "") << result;
        return result.out;
    }
    std::string refusal(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    }

    const sc_test::temporary_folder folder;
};

class record_of_cpu : public record_fixture, public testing::TestWithParam<counting_cpu> {};

INSTANTIATE_TEST_SUITE_P(all, record_of_cpu, testing::ValuesIn(counting_cpus()),
                         [](const auto& of) { return of.param.part; });

// The 100th, 200th, ... 2000th instruction is SUBS of the first loop, the 2100th to 3000th that of
// the second. The SVC that ends the run is the 3007th.
TEST_P(record_of_cpu, takes_a_sample_of_each_hundredth_instruction) {
    for (const char* mode : {"fast", "exact"}) {
        const recorded r = record(GetParam().part, elf(GetParam().part),
                                  {"-e", GetParam().instruction, "-c", "100", "--mode", mode});
        EXPECT_THAT(r.places(), ElementsAre(Pair(subs_at, 20), Pair(inner_subs_at, 10))) << mode;
        EXPECT_EQ(r.end["samples"], json({30})) << mode;
        EXPECT_EQ(r.end["counts"], json({3007})) << mode;
    }
}

// 101 * k is odd for odd k: BNE. Up to 2001, that is k = 19, 10 of them are odd and 9 even; from 20
// to 29, five each.
TEST_P(record_of_cpu, has_no_skid) {
    for (const char* mode : {"fast", "exact"}) {
        const recorded r = record(GetParam().part, elf(GetParam().part),
                                  {"-e", GetParam().instruction, "-c", "101", "--mode", mode});
        EXPECT_THAT(r.places(), ElementsAre(Pair(subs_at, 9), Pair(bne_at, 10),
                                            Pair(inner_subs_at, 5), Pair(inner_bne_at, 5)))
            << mode;
    }
}

TEST_P(record_of_cpu, takes_one_of_every_instruction) {
    const recorded r =
        record(GetParam().part, elf(GetParam().part), {"-e", GetParam().instruction, "-c", "1"});
    const auto places = r.places();
    EXPECT_EQ(places.at(0x8000), 1U);
    EXPECT_EQ(places.at(subs_at), 1000U);
    EXPECT_EQ(places.at(bne_at), 1000U);
    EXPECT_EQ(places.at(bl_at), 1U);
    EXPECT_EQ(places.at(inner_bne_at), 500U);
    EXPECT_EQ(r.samples.size(), 3007U);
    std::uint64_t before = 0;
    for (const json& s : r.samples) {
        EXPECT_GE(s[1].get<std::uint64_t>(), before);
        before = s[1];
        EXPECT_EQ(s[1], s[2].get<std::uint64_t>() * 10'000 + 5'000); // 100 MHz, half a cycle later
    }
}

TEST_P(record_of_cpu, knows_who_has_called) {
    for (const char* mode : {"fast", "exact"}) {
        const recorded r =
            record(GetParam().part, elf(GetParam().part),
                   {"-e", GetParam().instruction, "-c", "100", "-g", "--mode", mode});
        for (const json& s : r.samples) {
            const std::size_t callers = s[3] == inner_subs_at ? 1 : 0;
            ASSERT_EQ(s.size(), 4 + callers) << s;
            if (callers != 0) {
                EXPECT_EQ(s[4].get<std::uint32_t>() & ~3U, bl_at) << s;
            }
        }
    }
    const std::string name = std::string("loops.") + GetParam().part + ".elf;_start";
    EXPECT_EQ(shown({"script", "--folded"}), name + " 20\n" + name + ";inner 10\n");
    EXPECT_EQ(shown({"report", "--folded"}), shown({"script", "--folded"}));
}

TEST_P(record_of_cpu, has_as_many_samples_as_stat_counts_periods) {
    const std::string program =
        std::string(FIRMWARE_DIR "/sampling_profiler.") + GetParam().part + ".elf";
    for (const char* mode : {"fast", "exact"}) { // which take interrupts at other instructions
        const arguments with = {"-e",       std::string("cycles,") + GetParam().instruction,
                                "--caches", "8K:2:32",
                                "--mode",   mode};
        const pmu_run_result stat =
            run_pmu_run(arguments{"stat", GetParam().part, program, "-x,"} + with);
        const std::vector<std::uint64_t> counts = counts_of(stat);
        ASSERT_EQ(counts.size(), 2U) << stat;
        for (const std::uint64_t period : {7U, 997U, 50'000U}) {
            const pmu_run_result run =
                run_pmu_run(arguments{"record", GetParam().part, program, "-o",
                                      folder.path("pmu.data"), "-c", std::to_string(period)} +
                            with);
            EXPECT_EQ(run.out, stat.out) << run; // the firmware's own counts and interrupts
            const recorded r = read();
            EXPECT_EQ(r.end["counts"], json(counts)) << mode;
            EXPECT_EQ(r.end["samples"], json({counts[0] / period, counts[1] / period})) << mode;
            EXPECT_EQ(r.samples.size(), counts[0] / period + counts[1] / period) << mode;
        }
    }
}

class record_command : public record_fixture, public testing::Test {};

// 1000 BNE, BL, 500 BNE, BX: the 1001st is BL.
TEST_F(record_command, takes_samples_of_several_events) {
    const recorded r =
        record("arm1136", elf("arm1136"),
               {"-e", "cycles,0x07", "-e", "0x05", "-c", "1000", "-c", "500", "-c", "100"});
    EXPECT_EQ(r.header["events"][0]["name"], "cycles");
    EXPECT_EQ(r.header["events"][1]["number"], 7);
    EXPECT_EQ(r.header["events"][2]["period"], 100);
    EXPECT_EQ(r.end["samples"][1], 6);
    EXPECT_EQ(r.end["samples"][2], 15);
    const auto places = r.places(2);
    EXPECT_EQ(places.at(bne_at), 10U);
    EXPECT_EQ(places.at(inner_bne_at), 5U);
}

TEST_F(record_command, counts_what_passes_an_interconnect) {
    for (const char* mode : {"fast", "exact"}) {
        const recorded r = record("cci400", FIRMWARE_DIR "/cci_traffic.cortex_r5.elf",
                                  {"-e", "0x80,0x8C", "-c", "13", "--mode", mode});
        EXPECT_GT(r.end["counts"][0], 13);
        EXPECT_GT(r.end["counts"][1], 13);
        for (const std::size_t n : {0U, 1U}) {
            EXPECT_EQ(r.end["samples"][n], r.end["counts"][n].get<std::uint64_t>() / 13);
        }
    }
}

TEST_F(record_command, takes_the_same_samples_in_both_modes) {
    for (const std::string& part : sc_test::core_names) {
        const std::string program = std::string(FIRMWARE_DIR "/cache_modes.") + part + ".elf";
        const arguments with = {"-c", "97", "-g", "--caches", "4K:2:16"};
        EXPECT_EQ(record(part, program, with + arguments{"--mode", "fast"}).text,
                  record(part, program, with + arguments{"--mode", "exact"}).text)
            << part;
    }
}

// recursion.S: 8 of the 75 instructions are in _start, 4 in each of the ten calls of down and the
// three of ping, 5 in each of the three of pong.
TEST_F(record_command, shows_who_calls_whom) {
    record("arm1136", TEST_FIRMWARE_DIR "/recursion.arm1136.elf", {"-e", "0x07", "-c", "1", "-g"});
    EXPECT_EQ(shown({"report", "--call-tree", "--depth", "3"}),
              "# Samples: 75 of event 'INSTR_EXEC' (0x07), one every 1\n"
              "# Event count: 75\n"
              "#\n"
              "# Children      Self       Samples  Call tree\n"
              "# ........  ........  ............  ....................\n"
              "#\n"
              "   100.00%    10.67%             8  _start\n"
              "    53.33%     5.33%             4    down\n"
              "    48.00%     5.33%             4      down\n"
              "    42.67%                                (deeper calls)\n"
              "    36.00%     5.33%             4    ping\n"
              "    30.67%     6.67%             5      pong\n"
              "    24.00%                                (deeper calls)\n");
    EXPECT_THAT(shown({"report", "--call-tree"}),
                EndsWith("    18.67%     6.67%             5          pong\n"
                         "    12.00%     5.33%             4            ping\n"
                         "     6.67%     6.67%             5              pong\n"));
}

// inlined.c: of 22 instructions _start has 5, work 2, the two inlined outer 3 each, inner, inlined
// there, 3 each, calls 1, and leaf, which that calls, 2.
TEST_F(record_command, shows_inlined_functions_in_stacks) {
    record("arm1136", TEST_FIRMWARE_DIR "/inlined.arm1136.elf", {"-e", "0x07", "-c", "1", "-g"});
    EXPECT_THAT(shown({"report", "--call-tree"}),
                EndsWith("......\n#\n"
                         "   100.00%    22.73%             5  _start\n"
                         "    77.27%     9.09%             2    work\n"
                         "    54.55%    27.27%             6      outer (inlined)\n"
                         "    27.27%    27.27%             6        inner (inlined)\n"
                         "    13.64%     4.55%             1      calls (inlined)\n"
                         "     9.09%     9.09%             2        leaf\n"));
    EXPECT_THAT(shown({"report", "--children"}),
                AllOf(HasSubstr("    77.27%     9.09%             2  work\n"),
                      HasSubstr("    54.55%    27.27%             6  outer (inlined)\n"),
                      HasSubstr("    27.27%    27.27%             6  inner (inlined)\n"),
                      HasSubstr("    13.64%     4.55%             1  calls (inlined)\n")));
    EXPECT_THAT(shown({"report"}), // by the functions that there are
                EndsWith("......\n#\n"
                         "    68.18%            15  work\n"
                         "    22.73%             5  _start\n"
                         "     9.09%             2  leaf\n"));
    EXPECT_EQ(shown({"report", "--folded"}),
              "inlined.arm1136.elf;_start 5\n"
              "inlined.arm1136.elf;_start;work 2\n"
              "inlined.arm1136.elf;_start;work;calls (inlined) 1\n"
              "inlined.arm1136.elf;_start;work;calls (inlined);leaf 2\n"
              "inlined.arm1136.elf;_start;work;outer (inlined) 6\n"
              "inlined.arm1136.elf;_start;work;outer (inlined);inner (inlined) 6\n");
    EXPECT_THAT(shown({"script"}), HasSubstr(" inner (inlined)\n"));
    EXPECT_THAT(shown({"report", "--call-tree", "--depth", "3"}),
                AllOf(HasSubstr("    54.55%    27.27%             6      outer (inlined)\n"
                                "    27.27%                                (deeper calls)\n"),
                      Not(HasSubstr("inner"))));
}

// The same: of 75 instructions down has 40, ping 12, pong 15; below ping are 27. Shares are of all.
TEST_F(record_command, shows_those_of_a_function) {
    record("arm1136", TEST_FIRMWARE_DIR "/recursion.arm1136.elf", {"-e", "0x07", "-c", "1", "-g"});
    EXPECT_THAT(shown({"report", "--function", "ping"}),
                EndsWith("......\n#\n    16.00%            12  ping\n"));
    EXPECT_THAT(shown({"report", "--function", "ping", "--function", "down"}),
                EndsWith("......\n#\n"
                         "    53.33%            40  down\n"
                         "    16.00%            12  ping\n"));
    EXPECT_THAT(shown({"report", "--children", "--function", "pong"}), // not the first of ping
                EndsWith("......\n#\n"
                         "    30.67%    20.00%            15  pong\n"
                         "    30.67%    10.67%             8  ping\n"
                         "    30.67%     0.00%             0  _start\n"));
    EXPECT_EQ(shown({"report", "--folded", "--function", "down"}).find("ping"), std::string::npos);
    EXPECT_THAT(shown({"report", "--call-tree", "--depth", "2", "--function", "ping"}),
                AllOf(HasSubstr("    36.00%     0.00%             0  _start\n"
                                "    36.00%     5.33%             4    ping\n"),
                      Not(HasSubstr("down"))));
    const std::string data = folder.path("pmu.data");
    EXPECT_EQ(refusal({"report", data, "--function", "none"}),
              "pmu_run: --function: expected a function of " TEST_FIRMWARE_DIR
              "/recursion.arm1136.elf, got 'none'\n");
}

// tasks.S: of 445 instructions 138 are of each of the stacks of task_b and task_c.
TEST_F(record_command, shows_those_of_a_task) {
    const std::string data = folder.path("pmu.data");
    record("arm1136", TEST_FIRMWARE_DIR "/tasks.arm1136.elf", {"-e", "0x07", "-c", "1", "-g"});
    EXPECT_EQ(shown({"report", "--task", "task_b"}),
              "# Samples: 445 of event 'INSTR_EXEC' (0x07), one every 1\n"
              "# Event count: 445\n"
              "#\n"
              "# Overhead       Samples  Symbol\n"
              "# ........  ............  .........\n"
              "#\n"
              "    11.24%            50  switch_to\n"
              "    11.01%            49  task_b\n"
              "     6.52%            29  yield\n"
              "     2.25%            10  work\n");
    EXPECT_THAT(shown({"report", "--task", "task_b", "--task", "task_c", "--function", "work"}),
                EndsWith("......\n#\n     4.49%            20  work\n"));
    EXPECT_THAT(shown({"report", "--call-tree", "--task", "task_c"}),
                AllOf(HasSubstr("#\n    31.01%    11.01%            49  task_c\n"),
                      Not(HasSubstr("task_b")), Not(HasSubstr("_start"))));
    EXPECT_EQ(refusal({"report", data, "--task", "none"}),
              "pmu_run: --task: expected a function of " TEST_FIRMWARE_DIR
              "/tasks.arm1136.elf, got 'none'\n");
    EXPECT_EQ(refusal({"report", data, "--task", "work"}),
              "pmu_run: --task: expected a task of " + data +
                  ", which has samples of _start, task_b, task_c\n");
    record("arm1136", TEST_FIRMWARE_DIR "/tasks.arm1136.elf", {"-e", "0x07", "-c", "1"});
    EXPECT_EQ(refusal({"report", data, "--task", "task_b"}),
              "pmu_run: " + data + ": expected call chains for --task, got none: record -g\n");
}

TEST_F(record_command, takes_events_in_braces_as_without) {
    const std::string program = TEST_FIRMWARE_DIR "/tasks.arm1136.elf";
    EXPECT_EQ(record("arm1136", program, {"-e", "{0x07,5}", "-e", "cycles", "-c", "3"}).text,
              record("arm1136", program, {"-e", "0x07,5,cycles", "-c", "3"}).text);
}

// The name in the tree has 16 columns at least, before it there are 36 and the indentation.
TEST_F(record_command, fits_a_tree_to_a_terminal) {
    record("arm1136", TEST_FIRMWARE_DIR "/symbols.arm1136.elf", {"-e", "0x07", "-c", "1", "-g"});
    const auto on_terminal = [&](unsigned columns) {
        const std::string report = "stty cols " + std::to_string(columns) +
                                   "; '" PMU_RUN "' report '" + folder.path("pmu.data") +
                                   "' --call-tree";
        const auto shown =
            sc_test::run_in_shell("NO_COLOR=1 script -qec \"" + report + "\" /dev/null </dev/null");
        EXPECT_EQ(shown.exit_code, 0);
        return shown.out;
    };
    EXPECT_THAT(on_terminal(74), HasSubstr(" geo::hash(unsigned char const*, int)\r\n"));
    EXPECT_THAT(on_terminal(73), HasSubstr(" geo::hash(...)\r\n"));
    EXPECT_THAT(on_terminal(0), HasSubstr(" geo::hash(unsigned char const*, int)\r\n")); // 80
}

TEST_F(record_command, refuses_what_cannot_be) {
    const std::string file = elf("arm1136");
    const auto refused = [&](const arguments& with) {
        return refusal(arguments{"record", "arm1136", file, "-o", folder.path("pmu.data")} + with);
    };
    EXPECT_EQ(refused({"-e", "5,6,7"}), "pmu_run: --event: expected at most 2 events, the counters "
                                        "of the ARM1136JF-S, and cycles; got 3\n");
    EXPECT_THAT(refused({"-e", "nothing"}),
                AllOf(StartsWith("pmu_run: --event: expected an event of the ARM1136JF-S"),
                      EndsWith(", got 'nothing'\n")));
    EXPECT_EQ(refused({"-e", "0x0B"}), "pmu_run: --event DCACHE_MISS: needs --caches\n");
    EXPECT_EQ(refused({"-e", "7,0x07"}),
              "pmu_run: --event INSTR_EXEC: it is sampled as INSTR_EXEC already\n");
    EXPECT_EQ(refused({"-e", "{5,6"}), "pmu_run: --event: expected a '}' after '{', got '{5,6'\n");
    EXPECT_THAT(refused({"-e", "cycles,0xFF"}), HasSubstr("is sampled as cycles already"));
    EXPECT_EQ(refused({"-c", "1", "-c", "2"}),
              "pmu_run: --count: expected one period, or one for each of 1 events, got 2\n");
    EXPECT_THAT(refused({"-c", "0"}), HasSubstr("'0'"));
    EXPECT_THAT(refused({"-c", "4294967297"}), HasSubstr("'4294967297'"));
    EXPECT_THAT(refusal({"record", "cortex_r5", elf("cortex_r5"), "-e", "0x00"}),
                HasSubstr("made by the unit itself"));
    folder.write("a.pmu", "run 1\n");
    const std::string program = folder.path("a.pmu");
    EXPECT_EQ(refusal({"record", "arm1136", program}),
              "pmu_run: record: expected firmware, an ELF file, got '" + program + "'\n");
    EXPECT_THAT(refusal({"record", "arm1136", file, "-o", folder.path("no/pmu.data")}),
                StartsWith("pmu_run: cannot write " + folder.path("no/pmu.data")));
    EXPECT_THAT(refusal({"record", "arm1136", file, "-o", file}), HasSubstr("it is the input"));
    const pmu_run_result full = run_pmu_run({"record", "arm1136", file, "-o", "/dev/full"});
    EXPECT_EQ(full.exit_code, 2) << full;
    EXPECT_EQ(full.err, "pmu_run: cannot write /dev/full: No space left on device\n")
        << "and nothing of samples that are in it";
}

TEST_F(record_command, leaves_the_exit_code_to_the_firmware) {
    const std::string file = TEST_FIRMWARE_DIR "/option_value.ixp42x.elf"; // PMNC[31:24]
    const pmu_run_result result =
        run_pmu_run({"record", "ixp42x", file, "-o", folder.path("pmu.data")});
    EXPECT_EQ(result.exit_code, 0x14) << result;
    EXPECT_EQ(read().end["exit_code"], 0x14);
}

class sample_views : public record_fixture, public testing::Test {
protected:
    sample_views() { record("arm1136", elf("arm1136"), {"-e", "0x07", "-c", "100", "-g"}); }
};

TEST_F(sample_views, report_by_function_line_and_instruction) {
    EXPECT_EQ(shown({"report"}), "# Samples: 30 of event 'INSTR_EXEC' (0x07), one every 100\n"
                                 "# Event count: 3007\n"
                                 "#\n"
                                 "# Overhead       Samples  Symbol\n"
                                 "# ........  ............  ......\n"
                                 "#\n"
                                 "    66.67%            20  _start\n"
                                 "    33.33%            10  inner\n");
    EXPECT_THAT(shown({"report", "--sort", "line"}),
                AllOf(HasSubstr("    66.67%            20  loops.S:6\n"),
                      HasSubstr("    33.33%            10  loops.S:18\n")));
    EXPECT_THAT(shown({"report", "--sort", "instruction"}),
                AllOf(HasSubstr("    66.67%            20  0x00008004  _start+0x4\n"),
                      HasSubstr("    33.33%            10  0x00008024  inner+0x4\n")));
    EXPECT_THAT(shown({"report", "--children"}),
                AllOf(HasSubstr("   100.00%    66.67%            20  _start\n"),
                      HasSubstr("    33.33%    33.33%            10  inner\n")));
    EXPECT_THAT(shown({"report"}), Not(HasSubstr("\033"))); // a pipe has no colours
}

// An event is found by each name that it has, whatever it was recorded as.
TEST_F(sample_views, take_an_event_by_the_names_of_the_part_and_of_perf) {
    const std::string expected = shown({"report"});
    for (const char* word : {"INSTR_EXEC", "instructions", "0x07", "7", "r07"}) {
        EXPECT_EQ(shown({"report", "-e", word}), expected) << word;
    }
    record("arm1136", elf("arm1136"), {"-e", "instructions", "-c", "100"});
    const std::string named = shown({"report"});
    EXPECT_THAT(named, StartsWith("# Samples: 30 of event 'instructions' (0x07), one every 100\n"));
    EXPECT_EQ(shown({"report", "-e", "INSTR_EXEC"}), named);
}

// Of each 100th instruction 20 are in _start and 10 in inner. Of each 700th, instructions 700 and
// 1400 are in _start, 2100 and 2800 in inner: all even ones, which are SUBS.
TEST_F(sample_views, compare_two_files_by_function_and_line) {
    const std::string old = folder.path("old.data");
    folder.write("old.data", folder.read("pmu.data"));
    record("arm1136", elf("arm1136"), {"-e", "instructions,cycles", "-c", "700"});
    const pmu_run_result result = run_pmu_run({"diff", old, folder.path("pmu.data")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out,
              "# Event 'INSTR_EXEC' (0x07): 3007 -> 3007, a sample each 100 -> 700\n"
              "               OLD               NEW             delta          %  Symbol\n"
              "             2,000             1,400              -600    -30.00%  _start\n"
              "             1,000             1,400              +400    +40.00%  inner\n");
    const arguments by_line{"diff",     old,  folder.path("pmu.data"), "--by", "line",
                            "--format", "csv"};
    EXPECT_THAT(run_pmu_run(by_line).out, AllOf(HasSubstr(",loops.S:6,2000,1400,-600,-30.00\n"),
                                                HasSubstr(",loops.S:18,1000,1400,400,40.00\n")));
    EXPECT_EQ(run_pmu_run(by_line + arguments{"--bound", "40"}).exit_code, 0);
    EXPECT_EQ(run_pmu_run(by_line + arguments{"--bound", "39"}).exit_code, 1);
    EXPECT_EQ(refusal(by_line + arguments{"-e", "5"}),
              "pmu_run: --event: expected one that was recorded (INSTR_EXEC), got '5'\n");
    EXPECT_EQ(refusal({"diff", folder.path("pmu.data"), old, "-e", "cycles"}),
              "pmu_run: " + old + ": expected samples of cycles, got none\n");
    record("xscale", elf("xscale"), {});
    EXPECT_EQ(refusal({"diff", old, folder.path("pmu.data")}),
              "pmu_run: " + folder.path("pmu.data") + ": expected samples of the part of " + old +
                  ", arm1136, got those of xscale\n");
}

TEST_F(sample_views, annotate_code_with_shares_and_lines) {
    const std::string text = shown({"annotate", "inner"});
    EXPECT_THAT(text, StartsWith(" Percent |      Source code & disassembly of loops.arm1136.elf "
                                 "for INSTR_EXEC (10 samples, percent: local period)\n"));
    EXPECT_THAT(text, HasSubstr("         : 00008020 <inner>:\n"));
    EXPECT_THAT(shown({"annotate", "_start"}), // the literal is at 0x801C, PC + 8 - 0
                AllOf(HasSubstr(":     800c:  bl 0x8020 <inner>\n"),
                      HasSubstr(":     8014:  ldr r1, [pc, #-0]  ; =0x20026\n")));
    EXPECT_THAT(text, HasSubstr("         : loops.S:18  "));
    EXPECT_THAT(text, HasSubstr("  100.00 :     8024:  subs r5, r5, #1\n"));
    EXPECT_THAT(text, HasSubstr("         :     8028:  bne 0x8024 <inner+0x4>\n"));
    EXPECT_THAT(shown({"annotate", "_start"}), // its literal pool: $d
                HasSubstr("         :     8018:  svc #0x123456\n"
                          "         :     801c:  .word 0x00020026\n"));
    const std::string all = shown({"annotate"});
    EXPECT_LT(all.find("<_start>"), all.find("<inner>")); // the most first
}

TEST_F(sample_views, annotate_with_the_text_of_a_source_that_is_found) {
    const sc_test::temporary_folder sources;
    std::string text;
    for (int line = 1; line != 30; ++line) {
        text += "the text of line " + std::to_string(line) + "\x1B\n";
    }
    sources.write("loops.S", text);
    EXPECT_THAT(shown({"annotate", "inner", "--source", sources.path("")}),
                HasSubstr(" : loops.S:18  the text of line 18\\x1B\n"));
}

TEST_F(sample_views, script_prints_what_perf_script_does) {
    const std::string text = shown({"script"});
    // the 100th instruction: 1 cycle, then 50 SUBS of 1 and 49 BNE of 2
    EXPECT_THAT(text, StartsWith("loops.arm1136.elf     1 [000] 0.000001495:        100 "
                                 "INSTR_EXEC: \n"
                                 "\t            8004 _start+0x4 (loops.arm1136.elf)\n"
                                 "\n"));
    EXPECT_THAT(text, EndsWith("\t            8024 inner+0x4 (loops.arm1136.elf)\n"
                               "\t            800e _start+0xe (loops.arm1136.elf)\n"
                               "\n"));
}

// Samples times periods: 20 and 10 of 100 each. The call is seen by ten samples.
TEST_F(sample_views, are_costs_as_callgrind_has_them) {
    const std::string file = folder.path("callgrind.out");
    EXPECT_EQ(shown({"report", "--callgrind", file}), "");
    const std::string text = folder.read("callgrind.out");
    EXPECT_THAT(text, AllOf(HasSubstr("\nevent: INSTR_EXEC : samples times 100\n"),
                            HasSubstr("\nevents: INSTR_EXEC\nsummary: 3000\n"),
                            HasSubstr("\nfn=(1) _start\n0x8004 6 2000\n"),
                            HasSubstr("\ncfn=(2) inner\ncalls=10 0x8020 17\n0x800e 8 1000\n"),
                            HasSubstr("\nfn=(2)\n0x8024 18 1000\n"), EndsWith("\ntotals: 3000\n")));
    record("arm1136", elf("arm1136"), {"-e", "cycles,7", "-c", "1000", "-c", "500"}); // no chains
    shown({"report", "--callgrind", file, "-e", "7"});
    EXPECT_THAT(folder.read("callgrind.out"),
                AllOf(HasSubstr("\nsummary: 3000\n"), HasSubstr("\n0x8004 6 2000\n"),
                      Not(HasSubstr("calls="))));
    shown({"report", "--callgrind", file});
    EXPECT_THAT(folder.read("callgrind.out"), HasSubstr("\nevents: cycles INSTR_EXEC\n"));
    EXPECT_THAT(refusal({"report", folder.path("pmu.data"), "--callgrind", elf("arm1136")}),
                HasSubstr("--callgrind"));
    EXPECT_THAT(refusal({"report", folder.path("pmu.data"), "--callgrind", folder.path("no/a")}),
                HasSubstr("cannot write " + folder.path("no/a")));
    EXPECT_EQ(refusal({"report", "--callgrind", file, "--folded"}),
              "pmu_run: --callgrind does not go with --folded\n");
    EXPECT_EQ(refusal({"report", "--callgrind", file, "--sort", "line"}),
              "pmu_run: --sort does not go with --callgrind\n");
}

TEST_F(sample_views, refuse_what_cannot_be) {
    const std::string data = folder.path("pmu.data");
    EXPECT_EQ(refusal({"report", folder.path("none")}),
              "pmu_run: cannot read " + folder.path("none") + ": No such file or directory\n");
    EXPECT_EQ(refusal({"report", data, "-e", "cycles"}),
              "pmu_run: --event: expected one that was recorded (INSTR_EXEC), got 'cycles'\n");
    EXPECT_THAT(refusal({"annotate", "-i", data, "outer"}), HasSubstr("got 'outer'"));
    for (const std::string& no_folder : {folder.path("nothing"), data}) {
        EXPECT_EQ(refusal({"annotate", "-i", data, "--source", no_folder}),
                  "pmu_run: --source: expected a folder, got '" + no_folder + "'\n");
    }
    EXPECT_THAT(refusal({"report", data, "--folded", "--children"}), HasSubstr("--children"));
    EXPECT_THAT(refusal({"report", data, "--sort", "size"}), HasSubstr("size"));
    for (const char* option : {"--children", "--folded", "--callgrind=a"}) {
        EXPECT_THAT(refusal({"report", data, "--call-tree", option}),
                    HasSubstr(" does not go with "))
            << option;
    }
    EXPECT_EQ(refusal({"report", data, "--depth", "3"}),
              "pmu_run: --depth goes with --call-tree\n");
    EXPECT_EQ(refusal({"report", data, "--width", "80", "--folded"}),
              "pmu_run: --width does not go with --folded\n");
    EXPECT_THAT(refusal({"report", data, "--width", "39"}),
                AllOf(HasSubstr("--width"), HasSubstr("'39'")));
    EXPECT_THAT(refusal({"report", data, "--call-tree", "--depth", "0"}),
                AllOf(HasSubstr("--depth"), HasSubstr("'0'")));
    EXPECT_THAT(refusal({"report", elf("arm1136")}), HasSubstr(":1: expected a file that"));
    record("arm1136", elf("arm1136"), {});
    for (const char* option : {"--children", "--call-tree"}) {
        EXPECT_EQ(refusal({"report", data, option}), "pmu_run: " + data +
                                                         ": expected call chains for " + option +
                                                         ", got none: record -g\n");
    }
    record("arm1136", elf("arm1136"), {"-e", "cycles,7"});
    EXPECT_THAT(refusal({"script", data, "--folded"}), HasSubstr("expected one event, got 2"));
}

TEST_F(sample_views, refuse_firmware_that_has_changed) {
    folder.write("a.elf", "");
    std::string bytes;
    {
        const sc_test::temporary_folder other;
        std::ifstream in(elf("arm1136"), std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    folder.write("a.elf", bytes);
    record("arm1136", folder.path("a.elf"), {});
    const std::size_t code = bytes.find(std::string("\xFA\x4F\xA0\xE3", 4)); // mov r4, #1000
    ASSERT_NE(code, std::string::npos);
    bytes[code] = '\x01';
    folder.write("a.elf", bytes);
    EXPECT_EQ(refusal({"report", folder.path("pmu.data")}),
              "pmu_run: " + folder.path("pmu.data") +
                  ": expected the firmware that was recorded, got another: " +
                  folder.path("a.elf") + " has changed since\n");
}

TEST_F(sample_views, tell_that_a_run_was_cut_short) {
    const std::string text = folder.read("pmu.data");
    folder.write("pmu.data", text.substr(0, text.find("{\"end\"")));
    const pmu_run_result result = run_pmu_run({"report", folder.path("pmu.data")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.err, EndsWith("the run was cut short, there is no end\n"));
    EXPECT_THAT(result.out, HasSubstr("# Event count: 3000\n")); // whole periods
}

} // namespace
} // namespace iss_test::record_test
