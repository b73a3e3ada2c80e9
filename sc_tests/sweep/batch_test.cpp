// SPDX-License-Identifier: Apache-2.0
// The controller of tasks, with a batch system that does what the test says.
#include "sweep_fixture.h"

#include <support/temporary_folder.h>
#include <sweep/batch/batch.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace {

using namespace platform::sweep;
using testing::HasSubstr;

/// Tasks that are over at once.
class sudden_starter : public task_starter {
public:
    explicit sudden_starter(std::function<void(const std::string& task)> run)
        : m_run(std::move(run)) {}
    std::uint64_t most_tasks() const override { return 100; }
    std::uint64_t most_of_group() const override { return 100; }
    void start(const std::string& name, std::uint64_t n) override {
        ++groups;
        for (std::uint64_t task = 0; task != n; ++task) {
            m_run(name + "/" + std::to_string(task));
        }
    }
    bool look() override { return true; }
    bool is_alive(const std::string&, std::uint64_t) const override { return false; }
    bool survives_controller() const override { return true; }
    std::chrono::milliseconds interval() const override { return std::chrono::milliseconds(1); }
    std::string farewell() const override { return ""; }
    unsigned groups = 0;

private:
    std::function<void(const std::string& task)> m_run;
};

class sweep_batch : public testing::Test {
protected:
    sweep_batch() {
        results.create();
        made = plan::make(sweep_test::read(R"({"run": {"command": "demo", "part": "a"},
            "matrix": {"seed": {"from": 1, "to": 160}}})"),
                          {"/bin/true", "1", "p"}, results);
        work = std::make_unique<work_list>(*made, results);
    }

    std::vector<std::uint64_t> points_of(const std::string& task) const {
        const std::string name = results.path(task + ".points");
        return points_of_text(name, read_file(name, 100'000), made->points().size());
    }
    /// As run_task() does it, but for what the points are.
    void do_all(const std::string& task) const {
        for (const std::uint64_t index : points_of(task)) {
            results.add_result(made->key(index), {{"wall_s", 1.0}});
        }
        replace_file(results.path(task + ".end"), "");
    }
    run_outcome run(task_starter& starter) const {
        return run_by_tasks(*made, results, *work, starter, {}, {});
    }

    const sc_test::temporary_folder folder;
    const store results{folder.path("store")};
    std::unique_ptr<plan> made;
    std::unique_ptr<work_list> work;
};

// 16 points a task until something is known about them: ten tasks, that somebody cancels.
TEST_F(sweep_batch, an_array_that_is_cancelled_before_it_begins_is_started_again) {
    sudden_starter* seen = nullptr;
    sudden_starter starter([&](const std::string& task) {
        if (seen->groups > 1) {
            do_all(task);
        }
    });
    seen = &starter;
    EXPECT_FALSE(run(starter).was_stopped);
    EXPECT_EQ(work->count().done, 160U);
}

TEST_F(sweep_batch, tasks_that_never_begin_end_the_controller) {
    sudden_starter starter([](const std::string&) {});
    try {
        run(starter);
        FAIL();
    } catch (const sweep_error& e) {
        EXPECT_THAT(e.what(), HasSubstr("tasks end before they begin, 10 times in a row"));
    }
    EXPECT_EQ(starter.groups, 10U);
}

// A limit of time ends each task while its first point runs.
TEST_F(sweep_batch, a_point_that_ends_its_tasks_does_not_keep_others_from_running) {
    const std::set<std::uint64_t> endless{0, 17};
    sudden_starter starter([&](const std::string& task) {
        for (const std::uint64_t index : points_of(task)) {
            if (endless.count(index) != 0) {
                replace_file_soon(results.path(task + ".now"), text_of_points({index}));
                return;
            }
            results.add_result(made->key(index), {{"wall_s", 1.0}});
        }
        replace_file(results.path(task + ".end"), "");
    });
    run(starter);
    EXPECT_EQ(work->count().failed, 2U);
    EXPECT_EQ(work->count().done, 158U);
    EXPECT_EQ(judge(made->of(), results, made->key(17)).reason,
              "its task was ended 2 times while it ran");
}

// What a controller before this one has left is broken: its points are done by others.
TEST_F(sweep_batch, broken_files_of_tasks_do_not_stop_a_controller) {
    make_folder(results.path("tasks/000001"));
    folder.write("store/tasks/000001/plan", made->id());
    folder.write("store/tasks/000001/0.points", "0 1");
    folder.write("store/tasks/000001/1.points", text_of_points({5, 6}));
    folder.write("store/tasks/000001/1.now", "5");
    sudden_starter starter([&](const std::string& task) { do_all(task); });
    run(starter);
    EXPECT_EQ(work->count().done, 160U);
}

} // namespace
