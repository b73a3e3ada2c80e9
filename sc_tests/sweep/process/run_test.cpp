// SPDX-License-Identifier: Apache-2.0
#include "sweep_process_fixture.h"

#include <support/shell.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sys/stat.h>

namespace {

using namespace sweep_test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class sweep_run : public sweep_process_fixture {};

TEST_F(sweep_run, gives_the_counts_of_each_point) {
    const std::string spec = spec_of(3, R"(, "metrics": {"twice": "2 * DCACHE_ACCESS"})");
    const pmu_run_result run = sweep(spec);
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_THAT(run.out, HasSubstr("3 points: 3 done, 0 failed, 0 to do"));
    const nlohmann::json rows = table();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[1]["point"]["period"], "3");
    EXPECT_EQ(rows[1]["status"], "done");
    // Line 11 is DCACHE_ACCESS: `events` raises line 12, one edge after the other.
    EXPECT_TRUE(rows[1]["figures"].contains("DCACHE_ACCESS"));
    EXPECT_TRUE(rows[1]["figures"].contains("reg.PMNC"));
    EXPECT_EQ(rows[1]["figures"]["twice"].get<double>(),
              2 * rows[1]["figures"]["DCACHE_ACCESS"].get<double>());
}

TEST_F(sweep_run, does_nothing_twice) {
    const std::string spec = spec_of(4);
    ASSERT_EQ(sweep(spec).exit_code, 0);
    const auto file = [this] {
        return std::filesystem::recursive_directory_iterator(store() + "/results");
    };
    std::vector<std::filesystem::file_time_type> before;
    for (const auto& entry : file()) {
        before.push_back(entry.last_write_time());
    }
    EXPECT_EQ(sweep(spec).exit_code, 0);
    std::vector<std::filesystem::file_time_type> after;
    for (const auto& entry : file()) {
        after.push_back(entry.last_write_time());
    }
    EXPECT_EQ(before, after);
    program("count.pmu", "run 7\n"); // another program, other points
    EXPECT_EQ(sweep(spec).exit_code, 0);
    EXPECT_EQ(results(), 8U);
    EXPECT_EQ(table()[0]["figures"]["cycles"], 7);
}

TEST_F(sweep_run, a_dry_run_lists_points_and_their_cost) {
    const std::string spec = spec_of(3);
    const pmu_run_result before = sweep(spec, {"--dry-run"});
    EXPECT_EQ(before.exit_code, 0) << before;
    EXPECT_THAT(before.out, AllOf(HasSubstr("to do   stat --period=2 arm1136 inputs/"),
                                  HasSubstr("nothing is known about what a point costs")));
    EXPECT_FALSE(std::filesystem::exists(store())) << "it writes nothing";
    ASSERT_EQ(sweep(spec).exit_code, 0);
    spec_of(5);
    const pmu_run_result after = sweep(spec, {"--dry-run"});
    EXPECT_THAT(after.out, AllOf(HasSubstr("5 points: 3 done, 0 failed, 2 to do"),
                                 HasSubstr("so far a point takes ")));
    // The sweep is still that of three points.
    EXPECT_THAT(run_pmu_run({"sweep", "status", store()}).out, HasSubstr("3 points: 3 done"));
}

// pmu_run/README.md: nothing is written into the folder of a sweep but by the sweep.
TEST_F(sweep_run, no_other_command_writes_into_its_folder) {
    ASSERT_EQ(sweep(spec_of(3)).exit_code, 0);
    const std::string program = folder.path("count.pmu");
    for (const arguments& other :
         {arguments{"run", "arm1136", program, "--json", store() + "/sweep.json"},
          arguments{"run", "arm1136", program, "--save-at", "1", store() + "/results/state"},
          arguments{"stat", "arm1136", program, "-o", store() + "/sweep.json"},
          arguments{"fuzz", "arm1136", "--kind", "programs", "--seeds", "1", "--keep",
                    store() + "/keep"}}) {
        const pmu_run_result run = run_pmu_run(other);
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_THAT(run.err, HasSubstr(": it is in the sweep " + store())) << run;
    }
    EXPECT_FALSE(std::filesystem::exists(store() + "/keep"));
    EXPECT_THAT(run_pmu_run({"sweep", "status", store()}).out, HasSubstr("3 points: 3 done"));
}

TEST_F(sweep_run, its_tables_can_go_to_a_pipe) {
    ASSERT_EQ(sweep(spec_of(3)).exit_code, 0);
    const std::string text = run_pmu_run({"sweep", "collect", store(), "--csv", "-"}).out;
    const std::string command =
        std::string(PMU_RUN) + " sweep collect " + store() + " --csv /dev/stdout";
    const sc_test::shell_result piped = sc_test::run_in_shell(command);
    EXPECT_EQ(piped.exit_code, 0);
    EXPECT_EQ(piped.out, text);
    const pmu_run_result both =
        run_pmu_run({"sweep", "collect", store(), "--csv", "-", "--json", "-"});
    EXPECT_EQ(both.exit_code, 2) << both;
    EXPECT_THAT(both.err, HasSubstr("--csv -: --json - goes to standard output too"));
    const pmu_run_result compared =
        run_pmu_run({"sweep", "compare", store(), store(), "--json", "-"});
    EXPECT_EQ(nlohmann::json::parse(compared.out)["compared"], 3) << compared;
    EXPECT_THAT(compared.err, HasSubstr("3 points compared"));
}

// 30 edges are half as many again as 20, whatever the period.
TEST_F(sweep_run, its_points_are_compared_along_an_axis) {
    program("20.pmu", "run 20\n");
    program("30.pmu", "run 30\n");
    folder.write("spec.json", R"({"run": {"file": "{edges}.pmu", "part": "arm1136"},
        "matrix": {"edges": [20, 30], "period": [2, 4]}})");
    ASSERT_EQ(sweep(folder.path("spec.json")).exit_code, 0);
    const auto compare = [this](const arguments& more) {
        return run_pmu_run(arguments{"sweep", "compare", store()} + more);
    };
    const pmu_run_result run = compare({"--along", "edges", "--metric", "cycles"});
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.out, "compared with edges=20:\n"
                       "edges=30 period=2: cycles 20 -> 30 (+50 %)\n"
                       "edges=30 period=4: cycles 20 -> 30 (+50 %)\n"
                       "2 points compared: 2 figures have changed, 0 beyond a bound, 0 points "
                       "have failed\n");
    EXPECT_EQ(compare({"--along", "edges", "--base", "30", "--bound", "cycles:0"}).exit_code, 0);
    EXPECT_EQ(compare({"--along", "edges", "--bound", "cycles:49"}).exit_code, 1);
    const auto refusal = [&](const arguments& more, int code) {
        const pmu_run_result refused = compare(more);
        EXPECT_EQ(refused.exit_code, code) << refused;
        return refused.err;
    };
    EXPECT_THAT(refusal({"--along", "size"}, 2),
                HasSubstr("--along size: there is no such axis; there are: edges, period\n"));
    EXPECT_THAT(refusal({"--base", "20"}, 2), HasSubstr("--base goes with --along"));
    EXPECT_THAT(refusal({store(), "--along", "edges"}, 2),
                HasSubstr("expected one sweep, its folder or its table, got 2 arguments"));
}

TEST_F(sweep_run, a_folder_has_one_specification_unless_somebody_says_so) {
    std::filesystem::create_directory(folder.path("a"));
    std::filesystem::create_directory(folder.path("b"));
    const std::string text = R"({"run": {"command": "demo", "part": "xscale", "cycles": 1000},
        "matrix": {"seed": [1]}})";
    folder.write("a/study.json", text);
    folder.write("b/study.json", text);
    const auto run = [this](const arguments& what) {
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path());
        pmu_run_result result = run_pmu_run(arguments{"sweep"} + what);
        std::filesystem::current_path(before);
        return result;
    };
    EXPECT_EQ(run({"a/study.json"}).exit_code, 0);
    EXPECT_EQ(run({"a/study.json"}).exit_code, 0);
    const pmu_run_result other = run({"b/study.json"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_EQ(other.err, "pmu_run: " + folder.path("study.sweep") + " has results of " +
                             folder.path("a/study.json") + "; --into says where those of " +
                             folder.path("b/study.json") + " go\n");
    EXPECT_EQ(run({"b/study.json", "--into", "study.sweep"}).exit_code, 0);
}

TEST_F(sweep_run, what_no_point_can_be_is_refused_before_anything_runs) {
    endless();
    folder.write("x.json", "{}");
    const auto fault = [this](const std::string& run, const std::string& matrix) {
        folder.write("spec.json", R"({"run": {)" + run + R"(}, "matrix": {)" + matrix + "}}");
        const pmu_run_result result = sweep(folder.path("spec.json"));
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result;
        EXPECT_EQ(results(), 0U);
        return result.err;
    };
    const std::string period = R"("period": [10])";
    EXPECT_THAT(fault(R"("file": "count.pmu")", R"("part": ["arm1136", "arm1137"])"),
                AllOf(HasSubstr("spec.json: /matrix/part/1: expected one of arm1136, "),
                      HasSubstr(", got \"arm1137\"")));
    // which is not the file's fault
    EXPECT_THAT(fault(R"("file": "{part}.pmu")", R"("part": ["arm1137"])"),
                HasSubstr("spec.json: /matrix/part/0: expected one of arm1136, "));
    EXPECT_THAT(fault(R"("file": "count.pmu", "part": "system")", period),
                HasSubstr("system has several units: expected one of arm1136, "));
    EXPECT_THAT(fault(R"("part": "arm1136")", period), HasSubstr("cannot be run: expected FILE: "));
    EXPECT_THAT(fault(R"("command": "demo", "part": "arm1136", "file": "count.pmu")", period),
                HasSubstr("cannot be run: "));
    EXPECT_THAT(fault(R"("part": "arm1136", "file": "count.pmu", "caches": "4K:4:32")", period),
                HasSubstr("--caches"));
    EXPECT_THAT(fault(R"("part": "arm1136", "file": "count.pmu", "interval-print": 1)", period),
                HasSubstr("/run/interval-print: no point of a sweep can have --interval-print: a "
                          "result is the counts of one whole run"));
    EXPECT_THAT(fault(R"("part": "arm1136", "file": "count.pmu", "metrics": "icache")", period),
                HasSubstr("no point of a sweep can have --metrics: its counts are estimates"));
}

TEST_F(sweep_run, what_fails_is_tried_again_and_told_with_its_log) {
    folder.write("spec.json", R"({"run": {"file": "{name}.pmu", "part": "arm1136"},
        "matrix": {"name": ["count", "fail"]}, "limits": {"retries": 2}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_THAT(run.err, AllOf(HasSubstr("pmu_run: name=fail: exit code 1; it is tried again\n"),
                               HasSubstr("pmu_run: name=fail: exit code 1\n")));
    const nlohmann::json rows = table();
    EXPECT_EQ(rows[0]["status"], "done");
    EXPECT_EQ(rows[1]["status"], "failed");
    EXPECT_EQ(rows[1]["failed_attempts"], 3);
    EXPECT_THAT(folder.read("store/" + rows[1]["log"].get<std::string>()), HasSubstr("0x12345678"));
    const pmu_run_result status = run_pmu_run({"sweep", "status", store()});
    EXPECT_THAT(status.out, HasSubstr("failed: name=fail: exit code 1; " + store()));
    // It stays so until somebody asks for it.
    EXPECT_EQ(sweep(folder.path("spec.json")).err, "");
    EXPECT_THAT(sweep(folder.path("spec.json"), {"--retry-failed"}).err, HasSubstr("tried again"));
    program("fail.pmu", "run 1\n");
    EXPECT_EQ(sweep(folder.path("spec.json")).exit_code, 0);
}

TEST_F(sweep_run, an_exit_code_may_be_expected) {
    folder.write("spec.json", R"({"run": {"file": "fail.pmu", "part": "arm1136"},
        "matrix": {"period": [10]}, "exit_codes": [0, 1]})");
    EXPECT_EQ(sweep(folder.path("spec.json")).exit_code, 0);
    EXPECT_EQ(table()[0]["figures"]["exit_code"], 1);
}

// The figures of a run that has failed by its exit code are kept: nothing is run again.
TEST_F(sweep_run, exit_codes_are_judged_again_by_another_specification) {
    const auto allow = [this](const std::string& codes) {
        folder.write("spec.json", R"({"run": {"file": "fail.pmu", "part": "arm1136"},
            "matrix": {"period": [10]}, "limits": {"retries": 0}, "exit_codes": )" +
                                      codes + "}");
        return sweep(folder.path("spec.json"));
    };
    EXPECT_EQ(allow("[0]").exit_code, 1);
    const nlohmann::json failed = table();
    EXPECT_EQ(failed[0]["status"], "failed");
    EXPECT_FALSE(failed[0]["figures"].contains("cycles"));
    const pmu_run_result allowed = allow("[0, 1]");
    EXPECT_EQ(allowed.exit_code, 0) << allowed;
    EXPECT_THAT(allowed.out, HasSubstr("1 points: 1 done, 0 failed, 0 to do"));
    EXPECT_EQ(results(), 0U) << "the failure is the result";
    EXPECT_EQ(table()[0]["status"], "done");
    EXPECT_TRUE(table()[0]["figures"].contains("cycles"));
    EXPECT_EQ(allow("[0]").exit_code, 1);
    std::filesystem::remove_all(store());
    EXPECT_EQ(allow("[0, 1]").exit_code, 0); // now it is a result
    EXPECT_EQ(results(), 1U);
    const pmu_run_result refused = allow("[0]");
    EXPECT_EQ(refused.exit_code, 1) << refused;
    EXPECT_THAT(refused.out, HasSubstr("1 points: 0 done, 1 failed, 0 to do"));
    EXPECT_EQ(table()[0]["status"], "failed");
    EXPECT_EQ(table()[0]["reason"], "exit code 1");
}

TEST_F(sweep_run, a_broken_result_is_told_and_run_again) {
    const std::string spec = spec_of(3);
    ASSERT_EQ(sweep(spec).exit_code, 0);
    const nlohmann::json before = table();
    std::string name;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(store() + "/results")) {
        name = entry.is_regular_file() ? entry.path().string() : name;
    }
    std::filesystem::resize_file(name, 100);
    // Those that only look see a point that is to be done.
    EXPECT_THAT(run_pmu_run({"sweep", "status", store()}).out, HasSubstr("3 points: 2 done"));
    EXPECT_EQ(table().size(), 2U);
    const pmu_run_result again = sweep(spec);
    EXPECT_EQ(again.exit_code, 0) << again;
    EXPECT_EQ(again.err,
              "pmu_run: " + name + ": this is no whole result; it is now " + name + ".broken\n");
    EXPECT_EQ(table(), before);
    EXPECT_EQ(sweep(spec).err, "");
}

TEST_F(sweep_run, a_point_has_its_time) {
    endless();
    folder.write("spec.json", R"({"run": {"file": "endless.pmu", "part": "arm1136"},
        "matrix": {"period": [10]}, "limits": {"seconds": 0.5, "retries": 0}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_THAT(run.err, HasSubstr("pmu_run: period=10: took more than 0.5 s\n"));
    EXPECT_LT(run.took.count(), 20);
}

// A program of 200,000 statements takes more than 50 MiB, however one counts.
TEST_F(sweep_run, a_point_has_its_memory) {
    std::string text;
    for (int n = 0; n != 200'000; ++n) {
        text += "write PMN0, 0x12345678\n";
    }
    program("large.pmu", text);
    const auto with = [this](const std::string& limits) {
        folder.write("spec.json", R"({"run": {"file": "{name}.pmu", "part": "arm1136"},
            "matrix": {"name": ["count", "large"]}, "limits": {"retries": 0, "mebibytes": )" +
                                      limits + "}}");
        std::filesystem::remove_all(store());
        return sweep(folder.path("spec.json"));
    };
    const pmu_run_result run = with("50");
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_EQ(run.err, "pmu_run: name=large: took more than 50 MiB of memory\n");
    EXPECT_EQ(with("2000").exit_code, 0);
}

// The command that only plays a program has counts here, too: those of stat.
TEST_F(sweep_run, run_has_the_figures_of_stat) {
    folder.write("spec.json", R"({"run": {"file": "count.pmu", "part": "arm1136"},
        "matrix": {"command": ["run", "stat"]}})");
    EXPECT_EQ(sweep(folder.path("spec.json")).exit_code, 0);
    const nlohmann::json rows = table();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_TRUE(rows[0]["figures"].contains("DCACHE_ACCESS")) << rows;
    EXPECT_EQ(rows[0]["figures"], rows[1]["figures"]);
}

// 10 programs, each compared on both clocks.
TEST_F(sweep_run, random_programs_by_ranges_of_seeds) {
    folder.write("spec.json", R"({"run": {"command": "fuzz", "part": "xscale", "kind": "programs"},
        "matrix": {"seeds": {"from": 1, "to": 10, "each": 4}},
        "metrics": {"share": "compared / cases"}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 0) << run;
    const nlohmann::json rows = table();
    ASSERT_EQ(rows.size(), 3U);
    const int cases[] = {4, 4, 2};
    const char* const seeds[] = {"1..4", "5..8", "9..10"};
    for (std::size_t n = 0; n != 3; ++n) {
        EXPECT_EQ(rows[n]["point"]["seeds"], seeds[n]);
        EXPECT_EQ(rows[n]["figures"]["cases"], cases[n]);
        EXPECT_EQ(rows[n]["figures"]["compared"], cases[n]);
        EXPECT_EQ(rows[n]["figures"]["findings"], 0);
    }
}

// Each option that makes answers differ is a finding: the point fails, and its log names the seeds.
TEST_F(sweep_run, findings_fail_a_point_and_are_in_its_log) {
    folder.write("spec.json", R"({"run": {"command": "fuzz", "part": "arm1136", "kind": "programs",
        "against-option": "two_bit_mode=binary"}, "limits": {"retries": 0},
        "matrix": {"seeds": {"from": 1, "to": 3, "each": 3}}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 1) << run;
    const nlohmann::json row = table()[0];
    EXPECT_EQ(row["status"], "failed");
    EXPECT_EQ(row["figures"]["cases"], 3);
    EXPECT_GT(row["figures"]["findings"].get<int>(), 0);
    const std::string log = folder.read("store/" + row["log"].get<std::string>());
    EXPECT_THAT(log, HasSubstr("\\\"seed\\\""));
    // Whole, as small as it can be made, however long what was printed is: as the command tells it.
    const nlohmann::json found = nlohmann::json::parse(log).at("found");
    ASSERT_EQ(found.size(), row["figures"]["findings"].get<std::size_t>());
    for (const nlohmann::json& f : found) {
        const auto program = f.at("program").get<std::string>();
        EXPECT_THAT(program, HasSubstr("\noption two_bit_mode, binary\n"));
        EXPECT_LT(std::count(program.begin(), program.end(), '\n'), 12) << program; // lines
    }
    const pmu_run_result alone =
        run_pmu_run({"fuzz", "arm1136", "--kind", "programs", "--against-option",
                     "two_bit_mode=binary", "--seeds", "1..3", "-j"});
    EXPECT_EQ(nlohmann::json::parse(alone.out).at("findings"), found);
}

TEST_F(sweep_run, seeds_of_demonstrations) {
    folder.write("spec.json", R"({"run": {"command": "demo", "part": "xscale", "cycles": 1000},
        "matrix": {"seed": {"from": 1, "to": 4}}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 0) << run;
}

// As an interrupt at a terminal: those that run are ended with it, and the same command goes on.
TEST_F(sweep_run, ends_when_asked_to) {
    const std::string spec = spec_of(200);
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::uint64_t before = results();
        pmu_run_process process({"sweep", spec, "--jobs", "2", "--into", store()});
        ASSERT_TRUE(wait_for_results(before + 5));
        process.send(signal);
        const pmu_run_result run = process.wait(std::chrono::seconds(20));
        EXPECT_EQ(run.exit_code, 1) << run;
        EXPECT_THAT(run.err, HasSubstr("pmu_run: stopped; the same command goes on\n"));
        EXPECT_THAT(run.out, Not(HasSubstr(" 0 to do")));
    }
    EXPECT_EQ(sweep(spec).exit_code, 0);
    EXPECT_EQ(results(), 200U);
    EXPECT_TRUE(std::filesystem::is_empty(store() + "/tmp"));
}

/// Kills a sweep twice, and compares what it gives in the end with one that nobody disturbed.
void kill_twice(const std::string& spec, const std::string& into, std::uint64_t points,
                const std::function<std::uint64_t()>& results) {
    for (const std::uint64_t part : {points / 4, points / 2}) {
        pmu_run_process process({"sweep", spec, "--jobs", "2", "--into", into});
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
        while (results() < part && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        process.send(SIGKILL);
        process.wait(std::chrono::seconds(10));
        ASSERT_GE(results(), part);
        ASSERT_LT(results(), points);
    }
}

TEST_F(sweep_run, killed_twice_gives_the_same_table) {
    constexpr std::uint64_t points = 120;
    const std::string spec = spec_of(points);
    kill_twice(spec, store(), points, [this] { return results(); });
    EXPECT_EQ(sweep(spec).exit_code, 0);
    EXPECT_EQ(results(), points);
    ASSERT_EQ(sweep(spec, {}, "undisturbed").exit_code, 0);
    EXPECT_EQ(table(), table("undisturbed"));
    EXPECT_TRUE(std::filesystem::is_empty(store() + "/tmp"));
}

TEST_F(sweep_run, two_at_a_time_do_not_work_on_one_folder) {
    const std::string spec = spec_of(300);
    pmu_run_process process({"sweep", spec, "--jobs", "1", "--into", store()});
    ASSERT_TRUE(wait_for_results(2));
    const pmu_run_result second = sweep(spec);
    EXPECT_EQ(second.exit_code, 2) << second;
    EXPECT_THAT(second.err, HasSubstr("process " + std::to_string(process.pid()) +
                                      " is at work on this sweep"));
    // And one can look meanwhile.
    const pmu_run_result status = run_pmu_run({"sweep", "status", store()});
    EXPECT_THAT(status.out, AllOf(HasSubstr("300 points: "), HasSubstr("at work: ")));
    EXPECT_EQ(run_pmu_run({"sweep", "collect", store(), "--csv", "-"}).exit_code, 0);
    process.send(SIGKILL);
    process.wait(std::chrono::seconds(10));
}

TEST_F(sweep_run, two_sweeps_are_compared) {
    const std::string spec = spec_of(3);
    ASSERT_EQ(sweep(spec, {"--json", folder.path("old.json")}).exit_code, 0);
    const pmu_run_result same = run_pmu_run({"sweep", "compare", folder.path("old.json"), store()});
    EXPECT_EQ(same.exit_code, 0) << same;
    EXPECT_THAT(same.out, HasSubstr("3 points compared: 0 figures have changed"));
    program("count.pmu", "write PMNC, 0x0000C001\nevents 12\nrun 30\n");
    ASSERT_EQ(sweep(spec, {}, "new").exit_code, 0);
    const arguments compare{"sweep", "compare", store(), store("new"), "--metric", "cycles"};
    const pmu_run_result changed = run_pmu_run(compare);
    EXPECT_EQ(changed.exit_code, 0) << changed;
    EXPECT_THAT(changed.out, HasSubstr("period=2: cycles "));
    EXPECT_EQ(run_pmu_run(compare + arguments{"--bound", "cycles:1000"}).exit_code, 0);
    const pmu_run_result beyond = run_pmu_run(compare + arguments{"--bound", "cycles:1"});
    EXPECT_EQ(beyond.exit_code, 1) << beyond;
    EXPECT_THAT(beyond.out, HasSubstr("beyond its bound: period="));
}

TEST_F(sweep_run, by_a_launcher) {
    const std::string spec = spec_of(100, R"(, "slurm": {"task_seconds": 1})");
    const pmu_run_result run = sweep(spec, {"--launcher", "env X='a b' nice -n 1"});
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(results(), 100U);
    EXPECT_TRUE(std::filesystem::is_empty(store() + "/tasks"));
    ASSERT_EQ(sweep(spec, {}, "here").exit_code, 0);
    EXPECT_EQ(table(), table("here"));
}

TEST_F(sweep_run, a_launcher_that_starts_nothing_is_told) {
    const std::string spec = spec_of(1000);
    const pmu_run_result run = sweep(spec, {"--launcher", "false"});
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_THAT(run.err,
                HasSubstr("tasks end before they begin, 10 times in a row; see " + store()));
    EXPECT_THAT(sweep(spec, {"--launcher", "no 'end"}).err, HasSubstr("expected a closing quote"));
}

// A launcher whose task dies with its first points, as on a node that vanishes.
TEST_F(sweep_run, tasks_that_vanish_are_started_again) {
    const std::string spec = spec_of(60);
    folder.write("flaky", "#!/bin/sh\nif mkdir " + folder.path("once") +
                              " 2>/dev/null; then\n  \"$@\" & p=$!\n"
                              "  while ! ls " +
                              store() +
                              "/results/*/*.json >/dev/null 2>&1; do sleep 0.01; done\n"
                              "  kill -9 $p\n  exit 1\nfi\nexec \"$@\"\n");
    std::filesystem::permissions(folder.path("flaky"), std::filesystem::perms::owner_all);
    const pmu_run_result run = sweep(spec, {"--launcher", folder.path("flaky")});
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(results(), 60U);
}

// A batch system ends tasks that take longer than it allows.
TEST_F(sweep_run, a_point_that_takes_longer_than_a_task_may_fails) {
    endless();
    folder.write("spec.json", R"({"run": {"file": "{name}.pmu", "part": "arm1136"},
        "matrix": {"name": ["endless", "count"]}})");
    const pmu_run_result run = sweep(folder.path("spec.json"), {"--launcher", "timeout 3"});
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_THAT(
        run.err,
        AllOf(HasSubstr("name=endless: its task was ended while it ran; it is tried again\n"),
              HasSubstr("name=endless: its task was ended 2 times while it ran\n")));
    EXPECT_THAT(run.out, HasSubstr("2 points: 1 done, 1 failed, 0 to do"));
    EXPECT_EQ(table()[1]["status"], "done");
}

// Tasks with the same name of the machine, and the same number of their process.
TEST_F(sweep_run, tasks_in_containers_keep_their_points_apart) {
    const std::string launcher = "unshare --pid --fork --kill-child";
    if (sc_test::run_in_shell(launcher + " true 2>/dev/null").exit_code != 0) {
        GTEST_SKIP() << "`" << launcher << "` is not allowed here: containers are NOT tested";
    }
    const std::string spec = spec_of(80, R"(, "slurm": {"task_seconds": 1})");
    const pmu_run_result run = sweep(spec, {"--launcher", launcher});
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.err, "");
    ASSERT_EQ(sweep(spec, {}, "here").exit_code, 0);
    EXPECT_EQ(table(), table("here"));
}

TEST_F(sweep_run, a_page_has_all_that_it_shows) {
    folder.write("spec.json", R"({"name": "</script><b>", "run": {"file": "{name}.pmu",
        "part": "arm1136"}, "matrix": {"name": ["count", "fail"], "period": [5, 10, 20]}})");
    const pmu_run_result run = sweep(folder.path("spec.json"), {"--report", folder.path("p.html")});
    EXPECT_EQ(run.exit_code, 1) << run;
    const std::string page = folder.read("p.html");
    EXPECT_THAT(page, AllOf(HasSubstr("\"failed\":3"), HasSubstr("\"log\":\"store/failures/"),
                            Not(HasSubstr("</script><b>")), Not(HasSubstr("{{")),
                            Not(HasSubstr("src="))));
    EXPECT_EQ(run_pmu_run({"sweep", "page", store(), "--report", folder.path("q.html")}).exit_code,
              0);
    EXPECT_EQ(folder.read("q.html"), page);
}

TEST_F(sweep_run, a_table_on_standard_output_is_nothing_but_that) {
    const pmu_run_result run = sweep(spec_of(2), {"--csv", "-"});
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.out.rfind("period,repeat,status,", 0), 0U) << run;
    EXPECT_THAT(run.err, HasSubstr("2 points: 2 done"));
    EXPECT_EQ(nlohmann::json::parse(sweep(spec_of(2), {"--json", "-"}).out)["rows"].size(), 2U);
}

TEST_F(sweep_run, a_table_goes_where_a_link_says) {
    folder.write("table.csv", "old");
    std::filesystem::create_symlink("table.csv", folder.path("link.csv"));
    EXPECT_EQ(sweep(spec_of(2), {"--csv", folder.path("link.csv")}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.csv")));
    EXPECT_EQ(folder.read("table.csv").rfind("period,", 0), 0U);
    EXPECT_EQ(sweep(spec_of(2), {"--csv", "/dev/null"}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// README of the command: a file that is read is never written.
TEST_F(sweep_run, what_is_read_is_never_written) {
    const std::string spec = spec_of(2);
    const std::string input = folder.path("count.pmu");
    const std::string text = folder.read("count.pmu");
    std::filesystem::create_symlink("count.pmu", folder.path("link"));
    std::filesystem::create_hard_link(input, folder.path("hard"));
    for (const char* option : {"--csv", "--json"}) {
        for (const char* name : {"count.pmu", "link", "hard", "spec.json"}) {
            const pmu_run_result run = sweep(spec, {option, folder.path(name)});
            EXPECT_EQ(run.exit_code, 2) << run;
            EXPECT_THAT(run.err, HasSubstr(": it is the input ")) << run;
            EXPECT_EQ(results(), 0U) << "before anything runs";
        }
    }
    EXPECT_EQ(folder.read("count.pmu"), text);
    ASSERT_EQ(sweep(spec).exit_code, 0);
    const nlohmann::json before = table();
    for (const char* name : {"sweep.json", "lock", "new.csv", "results/new.csv"}) {
        const bool is_new = !std::filesystem::exists(store() + "/" + name);
        for (const arguments& what :
             {arguments{"collect", store(), "--csv", store() + "/" + name},
              arguments{spec, "--into", store(), "--json", store() + "/" + name}}) {
            const pmu_run_result run = run_pmu_run(arguments{"sweep"} + what);
            EXPECT_EQ(run.exit_code, 2) << run;
            EXPECT_THAT(run.err, HasSubstr(": it is in the input " + store())) << run;
            EXPECT_EQ(std::filesystem::exists(store() + "/" + name), !is_new);
        }
    }
    for (const std::string& other : {input, spec}) {
        EXPECT_EQ(run_pmu_run({"sweep", "collect", store(), "--csv", other}).exit_code, 2);
    }
    folder.write("old.json", nlohmann::json{{"sweep", 1}}.dump());
    EXPECT_THAT(run_pmu_run({"sweep", "compare", folder.path("old.json"), store(), "--json",
                             folder.path("old.json")})
                    .err,
                HasSubstr(": it is the input "));
    EXPECT_EQ(run_pmu_run({"sweep", "status", store()}).exit_code, 0);
    EXPECT_EQ(table(), before);
}

// What it is not is said in one line, of the file and in our words.
TEST_F(sweep_run, refuses_what_is_no_table_and_no_command) {
    const std::string table = folder.path("table.json");
    const auto message_of = [](const arguments& words) {
        const pmu_run_result run = run_pmu_run(arguments{"sweep"} + words);
        EXPECT_EQ(run.exit_code, 2) << run;
        return run.err;
    };
    for (const auto& [text, why] :
         {std::pair{"[]", "/: expected an object, got []"},
          {"{}", "/: expected the member sweep"},
          {R"({"sweep": 1, "rows": {}})", "/rows: expected a list, got {}"},
          {R"({"sweep": 1, "rows": [{"point": {"a": 1}}]})",
           "/rows/0/point/a: expected a text, got 1"},
          {R"({"sweep": 1, "rows": [{"point": {}, "figures": {}}]})",
           "/rows/0: expected the member status"}}) {
        folder.write("table.json", text);
        EXPECT_EQ(message_of({"compare", table, table}),
                  "pmu_run: " + table + " is no table of `sweep collect --json`: " + why + "\n");
    }
    EXPECT_EQ(message_of({spec_of(1), "--launcher", ""}),
              "pmu_run: --launcher: expected a command, got ''\n");
}

// What Snakemake or a script makes of counts is compared as what a sweep makes of them.
TEST_F(sweep_run, tables_of_others_are_compared_and_shown) {
    ASSERT_EQ(sweep(spec_of(3), {"--csv", folder.path("own.csv")}).exit_code, 0);
    const pmu_run_result own = run_pmu_run({"sweep", "compare", folder.path("own.csv"), store()});
    EXPECT_EQ(own.exit_code, 0) << own;
    EXPECT_THAT(own.out, HasSubstr("3 points compared: 0 figures have changed"));
    folder.write("old.csv", "size,repeat,cycles\n4K,0,1000\n8K,0,800\n");
    folder.write("new.csv", "size,repeat,cycles\n4K,0,1000\n8K,0,840\n");
    const pmu_run_result run = run_pmu_run({"sweep", "compare", folder.path("old.csv"),
                                            folder.path("new.csv"), "--bound", "cycles:4"});
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_THAT(run.out, HasSubstr("beyond its bound: size=8K: cycles 800 -> 840 (+5 %)\n"));
    const pmu_run_result along =
        run_pmu_run({"sweep", "compare", folder.path("old.csv"), "--along", "size"});
    EXPECT_THAT(along.out, HasSubstr("size=8K: cycles 1000 -> 800 (-20 %)\n"));
    const std::string page = folder.path("page.html");
    const pmu_run_result shown =
        run_pmu_run({"sweep", "page", folder.path("old.csv"), "--report", page});
    EXPECT_EQ(shown.exit_code, 0) << shown;
    EXPECT_THAT(folder.read("page.html"), HasSubstr("\"name\":\"old.csv\""));
    EXPECT_THAT(
        run_pmu_run({"sweep", "page", folder.path("old.csv"), "--report", folder.path("old.csv")})
            .err,
        HasSubstr(": it is the input "));
    folder.write("bad.csv", "size,repeat,cycles\n4K,0\n");
    for (const arguments& what : {arguments{"compare", folder.path("bad.csv"), store()},
                                  arguments{"page", folder.path("bad.csv"), "--report", page}}) {
        const pmu_run_result refused = run_pmu_run(arguments{"sweep"} + what);
        EXPECT_EQ(refused.exit_code, 2) << refused;
        EXPECT_EQ(refused.err,
                  "pmu_run: " + folder.path("bad.csv") + ": line 2: expected 3 cells, got 2\n");
    }
}

TEST_F(sweep_run, a_fifo_that_nobody_is_at_keeps_nobody) {
    ASSERT_EQ(sweep(spec_of(2)).exit_code, 0);
    std::filesystem::remove(store() + "/lock");
    ASSERT_EQ(::mkfifo((store() + "/lock").c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo(folder.path("table").c_str(), 0600), 0);
    for (const arguments& what :
         {arguments{"status", store()}, arguments{spec_of(2), "--into", store()}}) {
        const pmu_run_result run = run_pmu_run(arguments{"sweep"} + what, std::chrono::seconds(30));
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_THAT(run.err, HasSubstr("store/lock: expected a regular file")) << run;
    }
    const pmu_run_result run = run_pmu_run(
        {"sweep", "collect", store(), "--csv", folder.path("table")}, std::chrono::seconds(30));
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_THAT(run.err, HasSubstr("cannot write " + folder.path("table") + ": nobody reads it"));
}

#if !defined(__SANITIZE_ADDRESS__) // which wants to be loaded first
// README of sweeps: where the file system locks nothing, that is told, and folders stay.
TEST_F(sweep_run, without_locks_says_so_and_leaves_what_may_be_anothers) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    std::string machine;
    in >> machine;
    const std::string its = store() + "/tmp/" + machine + "-others";
    std::filesystem::create_directory(its);
    folder.write("store/tmp/" + machine + "-others/owner", "");
    ::setenv("LD_PRELOAD", NO_FLOCK, 1); // NOLINT(concurrency-mt-unsafe)
    const pmu_run_result without = sweep(spec_of(2));
    ::unsetenv("LD_PRELOAD"); // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(without.exit_code, 0) << without;
    EXPECT_THAT(without.err, HasSubstr(store() + ": this file system does not lock files: "));
    EXPECT_TRUE(std::filesystem::exists(its));
    const pmu_run_result with = sweep(spec_of(3));
    EXPECT_THAT(with.err, Not(HasSubstr("lock files")));
    EXPECT_FALSE(std::filesystem::exists(its)) << "nobody holds its lock";
}
#endif

TEST_F(sweep_run, a_launcher_that_is_not_there_is_refused) {
    for (const char* launcher : {"no-such-launcher -n1", "/dev/null", "./none"}) {
        const pmu_run_result run = sweep(spec_of(2), {"--launcher", launcher});
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_THAT(run.err, HasSubstr("pmu_run: --launcher: expected a command that is there, "));
    }
    EXPECT_EQ(sweep(spec_of(2), {"--launcher", "env"}).exit_code, 0);
}

TEST_F(sweep_run, sweeps_without_a_common_point_are_not_compared) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    folder.write("other.json", R"({"run": {"file": "count.pmu", "part": "arm1136"},
        "matrix": {"period": [77]}})");
    ASSERT_EQ(sweep(folder.path("other.json"), {}, "other").exit_code, 0);
    const pmu_run_result run = run_pmu_run({"sweep", "compare", store(), store("other")});
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_EQ(run.err, "pmu_run: the sweeps have no point in common\n");
}

TEST_F(sweep_run, bad_command_lines_are_one_line) {
    const std::string spec = spec_of(3);
    const auto fault = [](const arguments& what) {
        const pmu_run_result run = run_pmu_run(arguments{"sweep"} + what);
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run;
        return run.err;
    };
    EXPECT_THAT(fault({folder.path("none.json")}), HasSubstr("none.json: No such file"));
    EXPECT_THAT(fault({folder.path()}), HasSubstr("expected a regular file"));
    EXPECT_THAT(fault({"status", folder.path("none")}), HasSubstr("cannot read "));
    EXPECT_THAT(fault({"status"}), HasSubstr("sweep status: expected the folder of a sweep"));
    EXPECT_THAT(fault({spec, "--set", "x"}), HasSubstr("--set: expected NAME=VALUE, got 'x'"));
    EXPECT_THAT(fault({"collect", store(), "--dry-run"}), HasSubstr("--dry-run"));
    EXPECT_THAT(fault({spec, "--report", spec}), HasSubstr("it is the input " + spec));
    EXPECT_THAT(fault({spec, "--csv", folder.path("t"), "--json", folder.path("t")}),
                HasSubstr("--json " + folder.path("t") + ": it is --csv "));
    EXPECT_THAT(fault({spec, "--into", "/dev/null/x"}), HasSubstr("/dev/null/x"));
    const std::string nowhere = folder.path("nowhere/t.csv");
    EXPECT_EQ(fault({spec, "--into", store(), "--csv", nowhere}),
              "pmu_run: cannot write " + nowhere + ": No such file or directory\n");
    EXPECT_FALSE(std::filesystem::exists(store())) << "before anything runs";
    folder.write("spec.json", R"({"run": {"file": "count.pmu", "part": "arm1136", "clock": "tick"},
        "matrix": {"period": [1]}})");
    EXPECT_THAT(fault({spec}), AllOf(HasSubstr("/run/clock: --clock: "), HasSubstr("tick not in")));
    folder.write("spec.json", R"({"run": {"file": "count.pmu", "part": "arm1136"},
        "matrix": {"period": [1, 1e300]}})");
    EXPECT_THAT(fault({spec}), HasSubstr("/matrix/period/1: --period: "));
    folder.write("spec.json", R"({"run": {"file": "count.pmu", "part": "arm1136"},
        "matrix": {"quantum": ["x"]}})");
    EXPECT_THAT(fault({spec}), AllOf(HasSubstr("/matrix/quantum/0: --quantum: "),
                                     Not(HasSubstr("--quantum: --quantum: "))));
}

#if defined(FIRMWARE_DIR)
// platforms/iss/timing.md: sizes, ways and lines of caches are powers of two.
TEST_F(sweep_run, caches_that_cannot_be_are_refused_before_anything_runs) {
    folder.write("spec.json", R"({"run": {"file": ")" FIRMWARE_DIR
                              R"(/count_loop.arm1136.elf", "part": "arm1136"},
        "matrix": {"caches": ["4K:4:32", "3K:4:32"]}})");
    const pmu_run_result run = sweep(folder.path("spec.json"));
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_THAT(run.err, HasSubstr("the point caches=3K:4:32 cannot be run: --caches 3K:4:32: "));
    EXPECT_EQ(results(), 0U);
}
#endif

} // namespace
