// SPDX-License-Identifier: Apache-2.0
#include "sweep_fixture.h"

#include <process/child.h>
#include <support/temporary_folder.h>
#include <sweep/batch/chunk.h>
#include <sweep/batch/subprocess.h>
#include <sweep/plan/plan.h>
#include <sweep/plan/verdict.h>
#include <sweep/run/point_runner.h>
#include <sweep/run/work_list.h>
#include <sweep/store/content_hash.h>
#include <sweep/store/store.h>
#include <sweep/store/store_lock.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace platform::sweep;
namespace process = platform::process;
using testing::HasSubstr;

class sweep_store : public testing::Test {
protected:
    sweep_store() { results.create(); }

    std::unique_ptr<plan> make(const std::string& text, const std::string& program = "p1") const {
        spec s = sweep_test::read(text);
        s.folder = folder.path("");
        return plan::make(std::move(s), {"/bin/true", "1", program}, results);
    }

    std::string message(const std::string& text) const {
        try {
            make(text);
        } catch (const sweep_error& e) {
            return e.what();
        }
        return "";
    }

    const sc_test::temporary_folder folder;
    const store results{folder.path("store")};
    const std::string key = std::string(64, 'a');
};

TEST_F(sweep_store, the_first_result_stays) {
    EXPECT_FALSE(results.has_result(key));
    EXPECT_TRUE(results.add_result(key, {{"n", 1}}));
    EXPECT_FALSE(results.add_result(key, {{"n", 2}}));
    EXPECT_EQ(results.result(key).value(), json({{"n", 1}, {"key", key}}));
}

// Many processes store the same points at the same time: one of them wins each, whole.
TEST_F(sweep_store, processes_that_race_store_a_point_once) {
    constexpr int processes = 8;
    constexpr int points = 50;
    std::vector<process::child> children;
    std::array<int, 2> gate{};
    ASSERT_EQ(::pipe(gate.data()), 0);
    for (int p = 0; p != processes; ++p) {
        children.emplace_back([&, p] {
            char go = 0;
            ::close(gate[1]);
            if (::read(gate[0], &go, 1) != 0) { // all begin when the other end is closed
                return 255;
            }
            int won = 0;
            for (int n = 0; n != points; ++n) {
                const std::string k = std::string(62, 'b') + static_cast<char>('a' + n / 10) +
                                      static_cast<char>('0' + n % 10);
                won += results.add_result(
                           k, {{"text", std::string(20'000, static_cast<char>('A' + p))}})
                           ? 1
                           : 0;
            }
            return won;
        });
    }
    ::close(gate[0]);
    ::close(gate[1]);
    int won = 0;
    for (process::child& child : children) {
        ASSERT_EQ(child.wait().signal, 0);
        won += child.wait().exit_code;
    }
    EXPECT_EQ(won, points);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(results.path("results/bbb"))) {
        ++files;
        const auto record = results.result(entry.path().stem());
        ASSERT_TRUE(record) << entry.path();
        const std::string text = record->at("text");
        EXPECT_EQ(text, std::string(20'000, text[0]));
    }
    EXPECT_EQ(files, static_cast<std::size_t>(points)); // and nothing half-written beside them
}

TEST_F(sweep_store, attempts_are_numbered) {
    EXPECT_EQ(results.add_failure(key, {{"reason", "a"}}), 1U);
    EXPECT_EQ(results.add_failure(key, {{"reason", "b"}}), 2U);
    ASSERT_EQ(results.failures(key).size(), 2U);
    EXPECT_EQ(results.failures(key)[1].record["reason"], "b");
    results.forget(key);
    EXPECT_TRUE(results.failures(key).empty());
}

TEST_F(sweep_store, a_scan_reads_again_what_has_changed) {
    results.add_result(key, json::object());
    key_scan scan(results.path(store::results));
    scan.look();
    EXPECT_TRUE(scan.contains(key));
    EXPECT_FALSE(scan.contains(std::string(64, 'c')));
    const std::string other = std::string(63, 'a') + "b";
    results.add_result(other, json::object());
    results.add_result(std::string(64, 'c'), json::object());
    scan.look();
    EXPECT_EQ(scan.count(), 2U); // the two in one folder agree in the digits that are kept
    EXPECT_TRUE(scan.contains(std::string(64, 'c')));
}

TEST_F(sweep_store, a_folder_at_rest_is_not_read_again) {
    results.add_result(key, json::object());
    std::filesystem::last_write_time(results.path("results/aaa"),
                                     std::filesystem::file_time_type::clock::now() -
                                         std::chrono::minutes(1));
    key_scan scan(results.path(store::results));
    scan.look();
    scan.look();
    scan.look();
    EXPECT_EQ(scan.folders_read(), 1U);
}

TEST_F(sweep_store, a_device_is_not_replaced) {
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    EXPECT_THROW(replace_file(folder.path("pipe"), "x"), sweep_error);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path("pipe")));
}

TEST_F(sweep_store, one_controller_at_a_time) {
    EXPECT_EQ(store_lock::owner(results), "");
    {
        const store_lock first(results);
        EXPECT_THROW(store_lock second(results), sweep_error);
        EXPECT_THAT(store_lock::owner(results), HasSubstr(std::to_string(::getpid())));
    }
    EXPECT_EQ(store_lock::owner(results), "");
    EXPECT_NO_THROW(store_lock again(results));
}

// Between the lock and the name there is a moment, in which it is held all the same.
TEST_F(sweep_store, a_controller_that_has_not_said_its_name_yet_is_one) {
    const store_lock first(results);
    folder.write("store/lock", "");
    EXPECT_EQ(store_lock::owner(results), "another process");
    try {
        const store_lock second(results);
        FAIL();
    } catch (const sweep_error& e) {
        EXPECT_THAT(e.what(), HasSubstr(": another process is at work on this sweep"));
    }
}

constexpr const char* two_files = R"({"run": {"file": "{name}.pmu", "part": "a"}, "repeat": 2,
    "matrix": {"name": ["x", "y"], "caches": ["none", "1K:1:32"]}})";

TEST_F(sweep_store, a_key_is_what_goes_into_a_point) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    const auto first = make(two_files);
    std::set<std::string> keys;
    first->points().for_each_included([&](std::uint64_t i) { keys.insert(first->key(i)); });
    EXPECT_EQ(keys.size(), 8U);
    EXPECT_EQ(make(two_files)->key(5), first->key(5)) << "nothing has changed";
    EXPECT_NE(make(two_files, "p2")->key(5), first->key(5)) << "another program";
    folder.write("x.pmu", "run 2");
    const auto changed = make(two_files);
    for (std::uint64_t i = 0; i != 8; ++i) {
        EXPECT_EQ(changed->key(i) == first->key(i), i % 4 >= 2)
            << "the file of every first two of four";
    }
}

TEST_F(sweep_store, files_are_kept_as_they_were) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    const auto made = make(two_files);
    const std::string name = made->arguments(0).back();
    folder.write("x.pmu", "run 2");
    EXPECT_EQ(read_file(results.path(name), 100), "run 1");
}

TEST_F(sweep_store, a_plan_is_loaded_as_it_was_made) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "\x7F"
                          "ELF");
    const auto made = make(two_files);
    const auto loaded = plan::load(results, sweep_test::interface());
    EXPECT_EQ(loaded->id(), made->id());
    EXPECT_EQ(loaded->count(), 8U);
    for (std::uint64_t i = 0; i != 8; ++i) {
        EXPECT_EQ(loaded->key(i), made->key(i));
        EXPECT_EQ(loaded->execution_of(i).figures,
                  i % 4 < 2 ? plan::output::json_of_program : plan::output::counts_of_firmware);
    }
}

TEST_F(sweep_store, what_cannot_be_read_is_told_with_its_point) {
    folder.write("x.pmu", "run 1");
    EXPECT_THAT(message(two_files), HasSubstr("y.pmu: No such file or directory, which the point "
                                              "name=y caches=none repeat=0 is run with"));
    std::filesystem::create_directory(folder.path("y.pmu"));
    EXPECT_THAT(message(two_files), HasSubstr("expected a regular file"));
}

TEST_F(sweep_store, what_is_no_store_is_told) {
    EXPECT_THROW(plan::load(store(folder.path("nothing")), sweep_test::interface()), sweep_error);
    folder.write("store/sweep.json", "{\"plan\": 3}");
    EXPECT_THROW(plan::load(results, sweep_test::interface()), sweep_error);
}

// Each combination is asked about once, before anything is run.
TEST_F(sweep_store, a_point_that_cannot_be_run_is_refused) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    run_interface strict = sweep_test::interface();
    std::vector<std::string> asked;
    strict.fault = [&asked](const std::vector<std::string>& arguments) {
        std::string all;
        for (const std::string& argument : arguments) {
            all += (all.empty() ? "" : " ") + argument;
        }
        asked.push_back(all);
        return arguments[1] == "--caches=none" ? "" : "no caches here";
    };
    spec s = read_spec("s.json", parse_json("s.json", two_files), folder.path(""), {}, strict);
    try {
        plan::make_only(std::move(s), {"/bin/true", "1", "p"});
        FAIL();
    } catch (const sweep_error& e) {
        EXPECT_STREQ(e.what(), "the point name=x caches=1K:1:32 repeat=0 cannot be run: no caches "
                               "here");
    }
    EXPECT_THAT(asked, testing::ElementsAre(HasSubstr("stat --caches=none a " + folder.path("")),
                                            HasSubstr("x.pmu")));
}

TEST_F(sweep_store, a_plan_can_be_made_without_writing) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    spec s = sweep_test::read(two_files);
    s.folder = folder.path("");
    const auto only = plan::make_only(std::move(s), {"/bin/true", "1", "p1"});
    EXPECT_TRUE(std::filesystem::is_empty(results.path("inputs")));
    EXPECT_TRUE(std::filesystem::is_empty(results.path("plans")));
    EXPECT_EQ(only->key(3), make(two_files)->key(3));
}

TEST_F(sweep_store, a_program_is_its_libraries_too) {
    folder.write("p", "program");
    folder.write("a.so", "a");
    folder.write("b.so", "b");
    const auto hash = [this](const std::vector<std::string>& names) {
        std::vector<std::string> paths;
        for (const std::string& name : names) {
            paths.push_back(folder.path(name));
        }
        return hash_of_program(folder.path("p"), paths);
    };
    const std::string first = hash({"a.so", "b.so"});
    EXPECT_EQ(hash({"b.so", "a.so"}), first);
    EXPECT_NE(hash({"a.so"}), first);
    folder.write("b.so", "c");
    EXPECT_NE(hash({"a.so", "b.so"}), first);
    folder.write("b.so", "b");
    EXPECT_EQ(hash({"a.so", "b.so"}), first);
    folder.write("p", "program 2");
    EXPECT_NE(hash({"a.so", "b.so"}), first);
    // This test has Nettle loaded, and the C library does not count.
    EXPECT_THAT(loaded_libraries(), testing::Contains(HasSubstr("libnettle")));
    EXPECT_THAT(loaded_libraries(), testing::Not(testing::Contains(HasSubstr("/libc.so"))));
}

TEST_F(sweep_store, the_work_is_what_has_no_result) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    const auto p = make(two_files);
    results.add_result(p->key(2), json::object());
    results.add_failure(p->key(3), {{"reason", "once"}});
    results.add_failure(p->key(4), {{"reason", "once"}});
    results.add_failure(p->key(4), {{"reason", "twice"}}); // of one retry
    work_list work(*p, results);
    EXPECT_EQ(work.count().points, 8U);
    EXPECT_EQ(work.count().done, 1U);
    EXPECT_EQ(work.count().failed, 1U);
    std::vector<std::uint64_t> missing;
    for (std::uint64_t i = 0; work.next(i);) {
        missing.push_back(i);
        work.set(i, point_state::at_work);
    }
    EXPECT_THAT(missing, testing::ElementsAre(0, 1, 3, 5, 6, 7));
    EXPECT_EQ(work_list(*p, results, {true, false}).count().failed, 0U);
    EXPECT_TRUE(results.failures(p->key(4)).empty());
}

// Each prefix of a result is told from a result, and so is that of another point.
TEST_F(sweep_store, a_broken_result_is_none) {
    results.add_result(key, {{"n", 1}});
    const std::string name = results.path(results.result_name(key));
    const std::string whole = read_file(name, 1000);
    EXPECT_EQ(json::parse(whole).at("record").at("n"), 1) << "it is JSON as a whole";
    std::string fault;
    for (std::size_t size = 0; size != whole.size() - 2; ++size) { // without "}\n" it is complete
        folder.write("store/" + results.result_name(key), whole.substr(0, size));
        fault.clear();
        EXPECT_FALSE(results.result(key, &fault)) << size;
        EXPECT_EQ(fault, name + ": this is no whole result") << size;
    }
    std::string changed = whole;
    changed[whole.find(":1") + 1] = '2';
    folder.write("store/" + results.result_name(key), changed);
    EXPECT_FALSE(results.result(key));
    folder.write("store/" + results.result_name(key), whole);
    EXPECT_TRUE(results.result(key));
    const std::string other(64, 'b');
    std::filesystem::create_directory(results.path("results/bbb"));
    folder.write("store/" + results.result_name(other), whole);
    EXPECT_FALSE(results.result(other, &fault));
    EXPECT_THAT(fault, HasSubstr("this is the result of another point, \"aaaa"));
}

// It may be whole: nobody is to take it for missing.
TEST_F(sweep_store, what_cannot_be_read_is_an_error) {
    results.add_result(key, {{"n", 1}});
    key_scan scan(results.path(store::results));
    const std::string name = results.path(results.result_name(key));
    std::filesystem::rename(name, name + ".away");
    std::filesystem::create_symlink("/proc/self/mem", name); // EIO: nothing is mapped at 0
    std::string fault;
    EXPECT_THROW(results.result(key, &fault), unreadable_file);
    EXPECT_EQ(fault, "");
    std::filesystem::rename(name + ".away", name);
    EXPECT_TRUE(results.result(key));

    const std::string folders = results.path(store::results);
    std::filesystem::rename(folders, folders + ".away");
    std::filesystem::create_symlink(folders, folders); // ELOOP
    EXPECT_THROW(scan.look(), sweep_error);
    std::filesystem::remove(folders);
    std::filesystem::rename(folders + ".away", folders);
    scan.look();
    EXPECT_EQ(scan.count(), 1U);
}

TEST_F(sweep_store, what_is_broken_is_work_again) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    const auto p = make(two_files);
    results.add_result(p->key(2), json::object());
    const std::string name = results.path(results.result_name(p->key(2)));
    folder.write("store/" + results.result_name(p->key(2)), "{");
    const work_list seen(*p, results);
    EXPECT_EQ(seen.count().done, 0U);
    EXPECT_THAT(seen.broken(), testing::ElementsAre(name + ": this is no whole result"));
    const work_list mended(*p, results, {false, true});
    EXPECT_THAT(
        mended.broken(),
        testing::ElementsAre(name + ": this is no whole result; it is now " + name + ".broken"));
    EXPECT_EQ(read_file(name + ".broken", 10), "{");
    EXPECT_TRUE(results.add_result(p->key(2), json::object()));
    const work_list again(*p, results);
    EXPECT_EQ(again.count().done, 1U);
    EXPECT_THAT(again.broken(), testing::IsEmpty());
}

TEST_F(sweep_store, a_file_that_points_are_run_with_is_mended) {
    folder.write("x.pmu", "run 1");
    folder.write("y.pmu", "run 1");
    const std::string name = make(two_files)->arguments(0).back();
    for (const char* broken : {"run", "run 2", ""}) { // shorter, of the same size, empty
        folder.write("store/" + name, broken);
        EXPECT_EQ(make(two_files)->arguments(0).back(), name);
        EXPECT_EQ(read_file(results.path(name), 100), "run 1");
    }
}

constexpr const char* one_point = R"({"run": {"command": "demo", "part": "a"},
    "matrix": {"seed": [1]}, "exit_codes": )";

// Which exit codes are allowed is asked when a result is read.
TEST_F(sweep_store, a_specification_judges_what_has_been_run) {
    const auto only_0 = make(std::string(one_point) + "[0]}");
    const auto also_1 = make(std::string(one_point) + "[0, 1]}");
    const std::string k = only_0->key(0);
    ASSERT_EQ(also_1->key(0), k);
    results.add_failure(k, {{"exit_code", 1}, {"reason", "exit code 1"}, {"has_figures", true}});
    EXPECT_EQ(judge(also_1->of(), results, k).state, point_state::done);
    EXPECT_EQ(judge(only_0->of(), results, k).state, point_state::missing) << "of one retry";
    EXPECT_EQ(work_list(*also_1, results).count().done, 1U);
    EXPECT_EQ(work_list(*only_0, results).count().left(), 1U);
    results.forget(k);

    results.add_result(k, {{"exit_code", 1}});
    EXPECT_EQ(judge(also_1->of(), results, k).state, point_state::done);
    const verdict v = judge(only_0->of(), results, k);
    EXPECT_EQ(v.state, point_state::failed);
    EXPECT_EQ(v.reason, "exit code 1");
    EXPECT_EQ(work_list(*only_0, results).count().failed, 1U);
    EXPECT_EQ(work_list(*only_0, results, {true, true}).count().left(), 1U) << "tried again";
    EXPECT_FALSE(results.has_result(k));
}

TEST_F(sweep_store, a_failure_without_figures_is_no_result) {
    const auto also_1 = make(std::string(one_point) + "[0, 1]}");
    const std::string k = also_1->key(0);
    results.add_failure(k, {{"exit_code", 1}, {"reason", "its figures cannot be read"}});
    EXPECT_EQ(judge(also_1->of(), results, k).state, point_state::missing);
    results.add_failure(k, {{"reason", "took more than 1 s"}});
    EXPECT_EQ(judge(also_1->of(), results, k).state, point_state::failed);
}

// Tasks are ended by others, too: once is never the fault of the point.
TEST_F(sweep_store, a_point_whose_task_is_ended_again_and_again_has_failed) {
    for (const auto& [retries, most] : {std::pair(0, 2), std::pair(1, 2), std::pair(3, 4)}) {
        const auto p = make(R"({"run": {"command": "demo", "part": "a"}, "matrix": {"seed": [1]},
            "limits": {"retries": )" +
                            std::to_string(retries) + "}}");
        const std::string k = p->key(0);
        for (int n = 0; n != most; ++n) {
            EXPECT_EQ(judge(p->of(), results, k).state, point_state::missing) << retries << n;
            add_end(results, k, "seed=1", "");
        }
        EXPECT_EQ(judge(p->of(), results, k).state, point_state::failed) << retries;
        EXPECT_EQ(judge(p->of(), results, k).reason,
                  "its task was ended " + std::to_string(most) + " times while it ran");
        results.forget(k);
    }
}

TEST_F(sweep_store, what_a_task_runs_may_be_unknown) {
    std::filesystem::create_directory(results.path("tasks/000001"));
    const auto running = [&](const std::string& text) {
        folder.write("store/tasks/000001/0.now", text);
        return running_of_task(results, "tasks/000001/0", 20);
    };
    EXPECT_THAT(running_of_task(results, "tasks/000001/0", 20), testing::IsEmpty());
    EXPECT_THAT(running("3 5\n9 9\n"), testing::ElementsAre(3, 4, 5, 9));
    for (const char* cut : {"", "0", "3 5", "3 5\n9", "3 5\n9 ", "3 5\n9 9", "3 20\n", "5 3\n"}) {
        EXPECT_THAT(running(cut), testing::IsEmpty()) << cut;
    }
}

TEST_F(sweep_store, a_scratch_folder_is_of_one_process) {
    std::array<int, 2> gate{};
    ASSERT_EQ(::pipe(gate.data()), 0);
    process::child child([&] {
        const scratch_folder its(results);
        ::close(gate[0]);
        if (::write(gate[1], its.path().data(), its.path().size()) > 0) {
            ::pause();
        }
        return 1;
    });
    ::close(gate[1]);
    std::array<char, 4096> text{};
    const ssize_t size = ::read(gate[0], text.data(), text.size());
    ASSERT_GT(size, 0);
    const std::string its(text.data(), static_cast<std::size_t>(size));
    const scratch_folder own(results);
    EXPECT_NE(own.path(), its);
    scratch_folder::remove_stale(results);
    EXPECT_TRUE(std::filesystem::exists(own.path()));
    EXPECT_TRUE(std::filesystem::exists(its));
    child.signal(SIGKILL);
    child.wait();
    ::close(gate[0]);
    scratch_folder::remove_stale(results);
    EXPECT_TRUE(std::filesystem::exists(own.path()));
    EXPECT_FALSE(std::filesystem::exists(its));
}

// Nothing is left that nobody owns. The path of the folder is as long as a path may be, so that of
// the file in it, which its owner is to lock, is too long.
TEST_F(sweep_store, a_scratch_folder_that_cannot_be_locked_is_removed) {
    const std::size_t length =
        PATH_MAX - std::string("/tmp/01234567-0123-0123-0123-0123456789ab-XXXXXX").size() - 3;
    std::string path = folder.path("deep");
    while (path.size() < length) {
        path += "/" + std::string(std::min<std::size_t>(NAME_MAX, length - path.size() - 1), 'n');
    }
    const store deep(path);
    ASSERT_TRUE(std::filesystem::create_directories(deep.path("tmp")));
    try {
        const scratch_folder one(deep);
        FAIL() << one.path();
    } catch (const sweep_error& e) {
        EXPECT_THAT(e.what(), HasSubstr("/owner: File name too long"));
    }
    EXPECT_TRUE(std::filesystem::is_empty(deep.path("tmp")));
}

TEST_F(sweep_store, what_killed_writers_have_left_goes_after_an_hour) {
    results.add_result(key, json::object());
    folder.write("store/results/aaa/.new.1", "x");
    folder.write("store/results/aaa/.new.2", "x");
    std::filesystem::last_write_time(results.path("results/aaa/.new.1"),
                                     std::filesystem::file_time_type::clock::now() -
                                         std::chrono::minutes(61));
    results.remove_leftovers();
    EXPECT_FALSE(std::filesystem::exists(results.path("results/aaa/.new.1")));
    EXPECT_TRUE(std::filesystem::exists(results.path("results/aaa/.new.2")));
    EXPECT_TRUE(results.has_result(key));
}

// A daemon of a batch system that does not answer.
TEST(sweep_subprocess, a_command_ends_when_the_controller_is_to_stop) {
    signal_watch signals;
    std::thread later([main = ::pthread_self()] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        ::pthread_kill(main, SIGTERM);
    });
    const auto begun = std::chrono::steady_clock::now();
    const subprocess_result run = run_command({"sleep", "100"});
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
    EXPECT_EQ(run.exit_code, -1);
    EXPECT_EQ(run.message(), "stopped");
    EXPECT_TRUE(signals.wait(std::chrono::milliseconds(0)));
    later.join();
}

// A million points take neither a gigabyte nor minutes.
TEST_F(sweep_store, a_million_points_are_counted) {
    const auto p = make(R"({"run": {"command": "demo", "part": "a"},
                            "matrix": {"seed": {"from": 1, "to": 1000000}}})");
    EXPECT_EQ(p->count(), 1'000'000U);
    const work_list work(*p, results);
    EXPECT_EQ(work.count().left(), 1'000'000U);
}

} // namespace
