// SPDX-License-Identifier: Apache-2.0
// What a sweep has left behind.
#include "sweep_process_fixture.h"

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace {

using namespace sweep_test;
using testing::HasSubstr;

class sweep_clean : public sweep_process_fixture {
protected:
    pmu_run_result clean(const arguments& more = {}) const {
        return run_pmu_run(arguments{"sweep", "clean", store()} + more);
    }

    /// The files and folders of the store, relative to it.
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(store())) {
            all.push_back(entry.path().string().substr(store().size() + 1));
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    /// A name of a result of a point that no sweep has.
    static std::string key(char digit) { return std::string(64, digit); }
};

TEST_F(sweep_clean, a_sweep_that_is_as_its_specification_says_stays) {
    ASSERT_EQ(sweep(spec_of(3)).exit_code, 0);
    const std::vector<std::string> before = names();
    const pmu_run_result run = clean();
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.out, "removed 0 leftovers, 0 bytes; 3 points stay as they are\n");
    EXPECT_EQ(names(), before);
}

// Five points, of which the specification now has three; and another program, so another input.
TEST_F(sweep_clean, removes_points_plans_and_inputs_of_before) {
    ASSERT_EQ(sweep(spec_of(5)).exit_code, 0);
    ASSERT_EQ(sweep(spec_of(3)).exit_code, 0);
    const nlohmann::json before = table();
    const std::vector<std::string> all = names();
    const pmu_run_result dry = clean({"--dry-run"});
    EXPECT_EQ(dry.exit_code, 0) << dry;
    EXPECT_THAT(dry.out, HasSubstr("would remove 3 leftovers, "));
    EXPECT_EQ(names(), all);
    const pmu_run_result run = clean();
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 4) << run; // and the sum
    EXPECT_THAT(run.out, HasSubstr("old plan: plans/"));
    EXPECT_THAT(run.out, HasSubstr("old result: results/"));
    EXPECT_THAT(run.out, HasSubstr("removed 3 leftovers, "));
    EXPECT_EQ(results(), 3U);
    EXPECT_EQ(table(), before);
    program("count.pmu", "run 7\n");
    ASSERT_EQ(sweep(spec_of(3)).exit_code, 0);
    EXPECT_EQ(results(), 6U);
    const pmu_run_result again = clean();
    EXPECT_THAT(again.out, HasSubstr("old input: inputs/"));
    EXPECT_THAT(again.out, HasSubstr("removed 5 leftovers, ")); // 3 results, a plan, an input
    EXPECT_EQ(results(), 3U);
    EXPECT_THAT(sweep(spec_of(3)).out, HasSubstr("3 points: 3 done"));
}

TEST_F(sweep_clean, removes_what_ended_processes_have_left) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    const std::vector<std::string> before = names();
    for (const char* name : {"results/aaa", "failures/bbb", "tmp/other-machine", "tasks/000007"}) {
        std::filesystem::create_directories(store() + "/" + name);
    }
    folder.write("store/results/aaa/" + key('a') + ".json.broken", "x");
    folder.write("store/results/aaa/.new.1", "x");
    folder.write("store/failures/bbb/" + key('b') + ".1.json", "{}");
    folder.write("store/tmp/other-machine/owner", "");
    folder.write("store/tmp/other-machine/out", "12345");
    folder.write("store/tasks/000007/0.log", "");
    const pmu_run_result run = clean();
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.out, "old failure: failures/bbb/" + key('b') +
                           ".1.json\n"
                           "temporary file: results/aaa/.new.1\n"
                           "broken result: results/aaa/" +
                           key('a') +
                           ".json.broken\n"
                           "old tasks: tasks/000007\n"
                           "left by a point: tmp/other-machine\n"
                           "removed 5 leftovers, 9 bytes; 1 points stay as they are\n");
    EXPECT_EQ(names(), before);
}

// What is not the sweep's own may be somebody's.
TEST_F(sweep_clean, leaves_files_that_no_sweep_makes) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    std::filesystem::create_directories(store() + "/results/aaa");
    for (const char* name : {"notes.txt", "results/aaa/notes.json", "inputs/notes", "plans/my.json",
                             "tasks/notes", "results/notes"}) {
        folder.write(std::string("store/") + name, "mine");
    }
    const std::vector<std::string> before = names();
    EXPECT_THAT(clean().out, HasSubstr("removed 0 leftovers"));
    EXPECT_EQ(names(), before);
}

// A task that a batch system has not started yet needs its list of points.
TEST_F(sweep_clean, leaves_tasks_that_may_still_start) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    std::string plan;
    for (const auto& entry : std::filesystem::directory_iterator(store() + "/plans")) {
        plan = entry.path().stem();
    }
    for (const auto& [group, id] :
         {std::pair<std::string, std::string>{"000001", plan}, {"000002", "0123456789abcdef"}}) {
        std::filesystem::create_directory(store() + "/tasks/" + group);
        folder.write("store/tasks/" + group + "/0.points", "0 0\n");
        folder.write("store/tasks/" + group + "/plan", id);
    }
    std::filesystem::create_directory(store() + "/tmp/other-machine");
    folder.write("store/tmp/other-machine/owner", "");
    const pmu_run_result run = clean();
    EXPECT_THAT(run.out, HasSubstr("old tasks: tasks/000002\nremoved 1 leftover, "));
    EXPECT_TRUE(std::filesystem::exists(store() + "/tmp/other-machine")) << "it may be the task's";
    folder.write("store/tasks/000001/0.end", "");
    EXPECT_THAT(clean().out, HasSubstr("removed 2 leftovers, "));
    EXPECT_TRUE(std::filesystem::is_empty(store() + "/tasks"));
}

TEST_F(sweep_clean, refuses_where_somebody_works) {
    pmu_run_process process({"sweep", spec_of(300), "--jobs", "1", "--into", store()});
    ASSERT_TRUE(wait_for_results(2));
    for (const arguments& more : {arguments{}, arguments{"--dry-run"}}) {
        const pmu_run_result run = clean(more);
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_THAT(run.err, HasSubstr("process " + std::to_string(process.pid()) +
                                       " is at work on this sweep\n"));
    }
    process.send(SIGKILL);
    process.wait(std::chrono::seconds(10));
    EXPECT_EQ(clean().exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_empty(store() + "/tmp"));
}

// A task of a batch system has no lock on the sweep, but one on the folder of its points.
TEST_F(sweep_clean, refuses_where_a_task_works) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    std::filesystem::create_directory(store() + "/tmp/x");
    folder.write("store/tmp/x/owner", "");
    const int owner = ::open((store() + "/tmp/x/owner").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(::flock(owner, LOCK_EX), 0);
    const pmu_run_result run = clean();
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_EQ(run.err, "pmu_run: " + store() + ": a point runs in " + store() + "/tmp/x\n");
    ::close(owner);
    EXPECT_EQ(clean().exit_code, 0);
}

TEST_F(sweep_clean, refuses_what_is_no_sweep) {
    std::filesystem::create_directory(store());
    folder.write("store/x", "mine");
    const pmu_run_result run = clean();
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run;
    EXPECT_THAT(run.err, HasSubstr(store()));
    EXPECT_EQ(names(), std::vector<std::string>{"x"}) << "nothing is made, either";
    EXPECT_THAT(run_pmu_run({"sweep", "clean"}).err,
                HasSubstr("sweep clean: expected the folder of a sweep"));
}

#if !defined(__SANITIZE_ADDRESS__) // which wants to be loaded first
TEST_F(sweep_clean, refuses_where_nothing_is_locked) {
    ASSERT_EQ(sweep(spec_of(1)).exit_code, 0);
    ::setenv("LD_PRELOAD", NO_FLOCK, 1); // NOLINT(concurrency-mt-unsafe)
    const pmu_run_result run = clean();
    ::unsetenv("LD_PRELOAD"); // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(run.exit_code, 2) << run;
    EXPECT_EQ(run.err, "pmu_run: " + store() +
                           ": this file system does not lock files: nobody knows whether somebody "
                           "is at work on this sweep\n");
}
#endif

} // namespace
