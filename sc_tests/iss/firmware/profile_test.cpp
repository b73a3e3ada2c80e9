// SPDX-License-Identifier: Apache-2.0
// What functions, lines, instructions and calls count, exactly: stat --by, --callgrind and --lcov,
// and that their readers read them. What is expected is counted by hand in samples/*.
#include "counting_cpus.h"
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <process/child.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace iss_test::profile_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

/// The counts of the first column, by the keys of a row.
std::map<std::string, std::uint64_t> counts_of(const std::string& lines) {
    std::map<std::string, std::uint64_t> counts;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
        const json row = json::parse(line);
        std::string keys;
        for (const char* key : {"place", "function", "task"}) {
            if (row.contains(key)) {
                keys += (keys.empty() ? "" : " ") + row[key].get<std::string>();
            }
        }
        counts[keys] = row["counts"].begin().value();
    }
    return counts;
}

class profile_of_cpu : public testing::TestWithParam<counting_cpu> {
protected:
    std::string counted(const std::string& program, const arguments& more) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", GetParam().part, test_image(program, GetParam().part),
                                  "-j", "-e", GetParam().instruction, "-o", folder.path("counts")} +
                        more);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.err, "") << result;
        return folder.read("counts");
    }
    /// What a program of the system prints, which is started in the folder: callgrind_annotate
    /// shortens some of the paths that begin with the one where it is.
    std::string output_of(const std::vector<std::string>& words) const {
        const platform::process::memory_file out;
        platform::process::child reader([&] {
            platform::process::detach(out.number(), out.number());
            std::filesystem::current_path(folder.path());
            return platform::process::execute(words);
        });
        EXPECT_EQ(reader.wait().exit_code, 0) << out.text();
        return out.text();
    }

    /// What callgrind_annotate says of the instructions in callgrind.out.
    std::string annotated(const std::vector<std::string>& more) const {
        const std::string event =
            sc_test::architecture_of.at(GetParam().part) == "armv7r" ? "INST_EXEC" : "INSTR_EXEC";
        std::vector<std::string> words{CALLGRIND_ANNOTATE, "--threshold=100",
                                       "--auto=no",        "--show=" + event,
                                       "--sort=" + event,  folder.path("callgrind.out")};
        words.insert(words.begin() + 1, more.begin(), more.end());
        return output_of(words);
    }

    const sc_test::temporary_folder folder;
};

INSTANTIATE_TEST_SUITE_P(all, profile_of_cpu, testing::ValuesIn(counting_cpus()),
                         [](const auto& of) { return of.param.part; });

// loops.S: 1, 1000 times two, 4 instructions in _start; 1, 500 times two, 1 in inner.
TEST_P(profile_of_cpu, counts_each_function) {
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(counts_of(counted("loops", {"--by", "function", "--mode", mode})),
                    ElementsAre(Pair("_start", 2005), Pair("inner", 1002)))
            << mode;
    }
}

TEST_P(profile_of_cpu, counts_each_line) {
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(counts_of(counted("loops", {"--by", "line", "--mode", mode})),
                    IsSupersetOf({Pair("loops.S:6 _start", 1000), Pair("loops.S:7 _start", 1000),
                                  Pair("loops.S:8 _start", 1), Pair("loops.S:17 inner", 1),
                                  Pair("loops.S:18 inner", 500), Pair("loops.S:19 inner", 500)}))
            << mode;
    }
}

// tasks.S: what each function of a task executes stands there, and in chains_test.cpp.
TEST_P(profile_of_cpu, counts_each_task) {
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(counts_of(counted("tasks", {"--by", "task", "--mode", mode})),
                    ElementsAre(Pair("_start", 16 + 63 + 10 + 30 + 50),
                                Pair("task_b", 49 + 10 + 29 + 50),
                                Pair("task_c", 49 + 10 + 29 + 50)))
            << mode;
    }
}

// A call of inner, from a line to another, and from a function to a line.
TEST_P(profile_of_cpu, counts_in_a_region) {
    const auto rows = [&](const std::string& program, const std::string& region, const char* mode) {
        return counts_of(
            counted(program, {"--by", "function", "--region", region, "--mode", mode}));
    };
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(rows("loops", "inner", mode), ElementsAre(Pair("inner", 1002))) << mode;
        EXPECT_THAT(rows("loops", "loops.S:8:loops.S:10", mode),
                    ElementsAre(Pair("_start", 2), Pair("inner", 1002)))
            << mode;
        EXPECT_THAT(rows("loops", "inner:samples/loops.S:19", mode), ElementsAre(Pair("inner", 2)))
            << mode << ": MOV and SUBS; it ends at the first BNE, and begins no more";
        EXPECT_THAT(rows("recursion", "pong", mode), ElementsAre(Pair("ping", 8), Pair("pong", 15)))
            << mode;
    }
}

// What stat counts in the region of a function is what its callers see of it.
TEST_P(profile_of_cpu, is_of_a_function_with_all_that_it_calls) {
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result = run_pmu_run(
            {"stat", GetParam().part, test_image("recursion", GetParam().part), "--mode", mode,
             "--region", "down", "-x", ",", "-e", GetParam().instruction});
        EXPECT_THAT(result.err, StartsWith("40,")) << result;
        EXPECT_THAT(result.err, ContainsRegex("\n1,,region-entries,")) << result;
    }
}

// It returns to another mode, with another stack pointer.
TEST_P(profile_of_cpu, is_of_a_handler_until_that_returns) {
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run_pmu_run({"stat", GetParam().part, test_image("handlers", GetParam().part), "--mode",
                         mode, "--region", "handler", "-x", ",", "-e", GetParam().instruction});
        EXPECT_THAT(result.err, StartsWith("6,")) << result;
        EXPECT_THAT(result.err, ContainsRegex("\n3,,region-entries,")) << result;
    }
}

// Of the 1002 instructions of inner each hundredth: the 98th, 198th, ... 998th of the loop, all
// SUBS.
TEST_P(profile_of_cpu, has_samples_of_a_region) {
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run_pmu_run({"record", GetParam().part, test_image("loops", GetParam().part), "--mode",
                         mode, "--region", "inner", "-e", GetParam().instruction, "-c", "100", "-o",
                         folder.path("pmu.data")});
        EXPECT_EQ(result.exit_code, 0) << result;
        const pmu_run_result shown =
            run_pmu_run({"report", "-i", folder.path("pmu.data"), "--sort", "instruction"});
        EXPECT_THAT(shown.out, AllOf(ContainsRegex("Event count: 1002\n"),
                                     ContainsRegex("100.00% +10  0x[0-9a-f]+")))
            << shown;
    }
}

// The callers of a function whose calls are the region have what it takes, and nothing else.
TEST_P(profile_of_cpu, writes_the_calls_of_a_region) {
    const pmu_run_result result =
        run_pmu_run({"run", GetParam().part, test_image("recursion", GetParam().part), "--region",
                     "pong", "--callgrind", folder.path("callgrind.out")});
    EXPECT_EQ(result.exit_code, 0) << result;
    const std::string text = folder.read("callgrind.out");
    EXPECT_THAT(text, Not(HasSubstr("down")));
    EXPECT_THAT(text, Not(HasSubstr("calls=0")));
    EXPECT_THAT(lines_of(text), Contains(ContainsRegex("^calls=3 0x80[0-9a-f]+ 33$"))) << text;
}

TEST_P(profile_of_cpu, counts_as_a_table_and_as_fields) {
    const arguments what = {"stat",
                            GetParam().part,
                            test_image("loops", GetParam().part),
                            "--by",
                            "function",
                            "-e",
                            GetParam().instruction + ",cycles"};
    const pmu_run_result table = run_pmu_run(what);
    EXPECT_THAT(table.err, AllOf(ContainsRegex(" 66\\.68% +2,005 +[0-9,]+  _start\n"),
                                 ContainsRegex(" 33\\.32% +1,002 +[0-9,]+  inner\n"),
                                 ContainsRegex("100\\.00% +3,007 +[0-9,]+  \\(all\\)\n")));
    const pmu_run_result fields = run_pmu_run(what + arguments{"-x", ";"});
    const std::vector<std::string> lines = lines_of(fields.err);
    ASSERT_EQ(lines.size(), 3U) << fields;
    EXPECT_THAT(lines[0], ContainsRegex("^function;INSTR?_EXEC;cycles$"));
    EXPECT_THAT(lines[1], ContainsRegex("^_start;2005;[0-9]+$"));
    EXPECT_THAT(lines[2], ContainsRegex("^inner;1002;[0-9]+$"));
}

// With caches, and every event: the sum of all functions, and of all lines, is what is counted.
TEST_P(profile_of_cpu, counts_all_that_stat_counts) {
    for (const arguments& caches : {arguments{}, arguments{"--caches", "1K:2:32"}}) {
        for (const char* mode : {"fast", "exact"}) {
            const arguments what =
                arguments{
                    "stat", GetParam().part, test_image("covered", GetParam().part), "--mode", mode,
                    "-j"} +
                caches;
            std::map<std::string, std::string> expected;
            for (const std::string& line : lines_of(run_pmu_run(what).err)) {
                const json row = json::parse(line);
                expected[row["event"]] = row["counter-value"];
            }
            for (const char* by : {"function", "line"}) {
                std::map<std::string, std::uint64_t> sums;
                for (const std::string& line :
                     lines_of(run_pmu_run(what + arguments{"--by", by}).err)) {
                    const json row = json::parse(line);
                    for (const auto& [event, n] : row["counts"].items()) {
                        sums[event] += n.get<std::uint64_t>();
                    }
                }
                EXPECT_THAT(sums.size(), Ge(5U));
                for (const auto& [event, sum] : sums) {
                    EXPECT_EQ(std::to_string(sum), expected[event]) << mode << ' ' << by << event;
                }
            }
        }
    }
}

// recursion.S: ten calls of down, of which nine are its own; what it calls again has no costs.
TEST_P(profile_of_cpu, writes_calls_as_callgrind_does) {
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run_pmu_run({"run", GetParam().part, test_image("recursion", GetParam().part), "--mode",
                         mode, "--callgrind", folder.path("callgrind.out")});
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::string text = folder.read("callgrind.out");
        EXPECT_THAT(text, AllOf(HasSubstr("version: 1\n"), HasSubstr("positions: instr line\n"),
                                ContainsRegex("events: cycles .*INSTR?_EXEC")));
        const std::vector<std::string> lines = lines_of(text);
        EXPECT_THAT(lines, Contains(ContainsRegex("^calls=1 0x80[0-9a-f]+ 17$"))) << text;
        EXPECT_THAT(lines, Contains(ContainsRegex("^calls=9 0x80[0-9a-f]+ 17$"))) << text;
    }
}

// ping and pong: 3 * 4 + 3 * 5; pong without the first call of ping.
TEST_P(profile_of_cpu, is_read_by_callgrind_annotate) {
    if (std::string(CALLGRIND_ANNOTATE).empty()) {
        GTEST_SKIP() << "no callgrind_annotate: scripts/setup --with tests";
    }
    const std::string program = test_image("recursion", GetParam().part);
    const std::string file = folder.path("callgrind.out");
    const std::string data = folder.path("pmu.data");
    const std::vector<std::vector<arguments>> ways{
        {{"run", GetParam().part, program, "--callgrind", file}},
        {{"record", GetParam().part, program, "-g", "-c", "1", "-e", GetParam().instruction, "-o",
          data},
         {"report", data, "--callgrind", file}}};
    for (const std::vector<arguments>& way : ways) {
        for (const arguments& what : way) {
            const pmu_run_result result = run_pmu_run(what);
            EXPECT_EQ(result.exit_code, 0) << result;
        }
        EXPECT_THAT(annotated({}), AllOf(ContainsRegex("75 \\(100.0%\\) +PROGRAM TOTALS"),
                                         ContainsRegex("40 \\(53.33%\\) .*:down "),
                                         ContainsRegex("15 \\(20.00%\\) .*:pong "),
                                         ContainsRegex("12 \\(16.00%\\) .*:ping "),
                                         ContainsRegex("8 \\(10.67%\\) .*:_start ")))
            << way.front().front();
        EXPECT_THAT(annotated({"--inclusive=yes"}),
                    AllOf(ContainsRegex("75 \\(100.0%\\) .*:_start "),
                          ContainsRegex("40 \\(53.33%\\) .*:down "),
                          ContainsRegex("27 \\(36.00%\\) .*:ping "),
                          ContainsRegex("23 \\(30.67%\\) .*:pong ")))
            << way.front().front();
    }
}

// covered.c, by its comments.
TEST_P(profile_of_cpu, says_which_lines_and_branches_were_executed) {
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run_pmu_run({"run", GetParam().part, test_image("covered", GetParam().part), "--mode",
                         mode, "--lcov", folder.path("covered.info")});
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::vector<std::string> lines = lines_of(folder.read("covered.info"));
        EXPECT_THAT(lines, IsSupersetOf({"FN:4,three_times", "FNDA:3,three_times", "FN:12,never",
                                         "FNDA:0,never", "FNDA:1,run", "FNDA:1,_start"}));
        EXPECT_THAT(lines, IsSupersetOf({"DA:5,3", "DA:6,3", "DA:7,1", "DA:9,3", "DA:13,0",
                                         "DA:14,0", "DA:16,0", "DA:20,1", "DA:21,4", "DA:22,3",
                                         "DA:23,3", "DA:25,1"}));
        // The compiler chooses which way is taken.
        const auto has_ways = [&](const std::string& line, const std::string& a,
                                  const std::string& b) {
            const std::string of = "BRDA:" + line + ",0,";
            const auto has = [&](const std::string& taken, const std::string& fallen) {
                return std::count(lines.begin(), lines.end(), of + "0," + taken) == 1 &&
                       std::count(lines.begin(), lines.end(), of + "1," + fallen) == 1;
            };
            return has(a, b) || has(b, a);
        };
        EXPECT_TRUE(has_ways("6", "2", "1"));
        EXPECT_TRUE(has_ways("13", "-", "-"));
        EXPECT_TRUE(has_ways("21", "3", "1"));
        EXPECT_TRUE(has_ways("25", "0", "1"));
        EXPECT_THAT(result.err, HasSubstr("coverage: ")) << result;
    }
}

TEST_P(profile_of_cpu, is_read_by_genhtml) {
    if (std::string(GENHTML).empty()) {
        GTEST_SKIP() << "no genhtml: scripts/setup --with tests";
    }
    run_pmu_run({"run", GetParam().part, test_image("covered", GetParam().part), "--lcov",
                 folder.path("covered.info")});
    const std::string text = output_of(
        {GENHTML, "--branch-coverage", "-o", folder.path("pages"), folder.path("covered.info")});
    // Of 4 functions never is not executed; of 4 branches three are, of which one both ways.
    EXPECT_THAT(text, AllOf(ContainsRegex("functions\\.*: 75\\.0% \\(3 of 4"),
                            ContainsRegex("branches\\.*: 62\\.5% \\(5 of 8")));
}

// A table of no lines would be a file that genhtml refuses.
TEST_P(profile_of_cpu, has_a_table_of_lines_only_of_what_has_some) {
    const std::string stripped = folder.path("stripped.elf");
    output_of({"arm-none-eabi-objcopy", "--strip-debug", test_image("covered", GetParam().part),
               stripped});
    const pmu_run_result result =
        run_pmu_run({"run", GetParam().part, stripped, "--lcov", folder.path("covered.info")});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: --lcov: " + stripped + " has no lines: build it with -g\n");
    EXPECT_FALSE(std::filesystem::exists(folder.path("covered.info")));
}

TEST(profile_options, that_do_not_go_together_are_refused) {
    const auto refused = [](const arguments& more) {
        const pmu_run_result result = run_pmu_run(
            arguments{"stat", "arm1136", test_image("loops", "arm1136"), "--by", "function"} +
            more);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    };
    EXPECT_THAT(refused({"--region", "inner", "--report", "page.html"}),
                HasSubstr("--by does not go with --report, which is of the whole run"));
    EXPECT_THAT(
        refused({"--region", "loops.S:2:inner"}),
        HasSubstr("FILE:LINE with code, or the address of an instruction, got 'loops.S:2'"));
    EXPECT_THAT(refused({"-r", "3"}), HasSubstr("--by does not go with --repeat"));
    EXPECT_THAT(refused({"-e", "0x0B"}), HasSubstr("--event DCACHE_MISS: needs --caches"));
    EXPECT_THAT(refused({"-e", "0x11"}), HasSubstr("--event LSU_FULL_STALL: not modelled"));
    const pmu_run_result unknown =
        run_pmu_run({"stat", "arm1136", test_image("loops", "arm1136"), "--by", "colour"});
    EXPECT_EQ(unknown.exit_code, 2) << unknown;
    EXPECT_THAT(unknown.err, AllOf(HasSubstr("--by"), HasSubstr("colour")));
}

} // namespace
} // namespace iss_test::profile_test
