// SPDX-License-Identifier: Apache-2.0
// Every run ends when it is told to, and so do its children.
#include "program_fixture.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace pmu_run_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr std::chrono::seconds limit(30);
constexpr std::chrono::milliseconds some_time(300);
constexpr std::chrono::seconds time_to_end(4); ///< before the process is ended by itself

/// Whether a process is there and does something.
bool is_alive(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("State:", 0) == 0) {
            return line.find('Z') == std::string::npos; // nobody may be there to take its exit code
        }
    }
    return false;
}

bool ends_soon(pid_t pid) {
    for (int i = 0; i < 500 && is_alive(pid); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return !is_alive(pid);
}

class stop : public program_fixture {
protected:
    /// A file that --json is to be given: what it has goes when everything is read, and the program
    /// is about to be played.
    std::string file_of_result() const {
        folder.write("result", "old");
        return folder.path("result");
    }
    testing::AssertionResult is_playing() const {
        for (const auto end = std::chrono::steady_clock::now() + limit;
             std::chrono::steady_clock::now() < end;) {
            if (std::filesystem::file_size(folder.path("result")) == 0) {
                return testing::AssertionSuccess();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return testing::AssertionFailure() << "the program is not played";
    }

    /// Programs that take for ever, and the line at which they do.
    struct long_program {
        std::string text;
        int line;
    };
    const std::vector<long_program> long_programs = {
        {"repeat 1_000_000_000_000\nset r0, 1\nend\n", 0},
        {"repeat 9223372036854775807\nrepeat 0\nset r0, 1\nend\nend\n", 0},
        {"repeat 1_000_000_000_000\npeek CCNT\nwrite PMN0, 1\nend\n", 0},
        {"set r0, 0\nrun 1_000_000_000_000\n", 2},
        {"write PMNC, 0x11\npulse 0x07 x1_000_000_000_000\n", 2},
        {"reset x1_000_000_000_000\n", 1},
        {"\nwait irq within 1_000_000_000_000\n", 2},
    };
};

TEST_F(stop, by_time_ends_every_program) {
    for (const long_program& p : long_programs) {
        const std::string file = program("long.pmu", p.text);
        const pmu_run_result result =
            run_pmu_run({"run", "arm1136", file, "--max-seconds", "0.3"}, limit);
        EXPECT_EQ(result.exit_code, 1) << p.text << result;
        EXPECT_GE(result.took.count(), 0.3);
        EXPECT_LT(result.took.count(), 4) << p.text; // before the process is ended
        EXPECT_THAT(result.err, EndsWith(": stopped before the end of the program\n"));
        if (p.line != 0) {
            EXPECT_EQ(result.err, file + ":" + std::to_string(p.line) +
                                      ": stopped before the end of the program\n");
            EXPECT_THAT(result.out, HasSubstr("stopped at line " + std::to_string(p.line)));
        }
    }
}

TEST_F(stop, by_signal_ends_every_program) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        for (const long_program& p : long_programs) {
            pmu_run_process run(
                {"run", "arm1136", program("long.pmu", p.text), "--json", file_of_result()});
            ASSERT_TRUE(is_playing());
            const auto asked = std::chrono::steady_clock::now();
            run.send(signal);
            const pmu_run_result result = run.wait(limit);
            EXPECT_EQ(result.exit_code, 1) << p.text << result;
            EXPECT_LT(std::chrono::steady_clock::now() - asked, time_to_end) << p.text;
            EXPECT_THAT(result.err, EndsWith(": stopped before the end of the program\n"));
        }
    }
}

// nohup(1): what it starts goes on without a terminal.
TEST_F(stop, not_by_a_signal_that_is_to_be_ignored) {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    pmu_run_process run({"run", "arm1136", endless(), "--json", file_of_result()});
    std::signal(SIGHUP, before);
    ASSERT_TRUE(is_playing());
    run.send(SIGHUP);
    std::this_thread::sleep_for(some_time);
    EXPECT_TRUE(is_alive(run.pid()));
    run.send(SIGTERM);
    EXPECT_EQ(run.wait(limit).exit_code, 1);
}

TEST_F(stop, by_signal_works_where_signals_were_blocked) {
    circumstances how;
    how.blocks_signals = true;
    pmu_run_process run({"run", "arm1136", endless(), "--json", file_of_result()}, how);
    ASSERT_TRUE(is_playing());
    run.send(SIGTERM);
    EXPECT_EQ(run.wait(limit).exit_code, 1);
    EXPECT_EQ(run_pmu_run({"run", "arm1136", endless(), "--max-seconds", "0.1"}, how).exit_code, 1);
}

TEST_F(stop, by_number_of_statements) {
    const std::string file = program("three.pmu", "set r0, 1\nset r1, 1\nexpect r0, 1\n");
    const auto run = [&](const char* number) {
        return run_pmu_run({"run", "arm1136", file, "--max-instructions", number}, limit);
    };
    const pmu_run_result cut = run("2");
    EXPECT_EQ(cut.exit_code, 1) << cut;
    EXPECT_EQ(cut.out, file + ": stopped at line 3, 0 checks held\n");
    EXPECT_EQ(cut.err, file + ":3: stopped before the end of the program\n");
    EXPECT_EQ(run("3").exit_code, 0);
    EXPECT_EQ(run("0").exit_code, 0);
    for (const long_program& p : long_programs) {
        if (p.line == 0) { // repeats
            const std::string loop = program("long.pmu", p.text);
            EXPECT_EQ(run_pmu_run({"run", "arm1136", loop, "--max-instructions", "1000"}, limit)
                          .exit_code,
                      1);
        }
    }
}

TEST_F(stop, ends_a_demonstration) {
    const pmu_run_result result =
        run_pmu_run({"demo", "cci400", "--cycles", "1000000000", "--max-seconds", "0.5"}, limit);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_LT(result.took.count(), 5);
    EXPECT_THAT(result.err, EndsWith("stopped before the end\n"));
}

// --- children ------------------------------------------------------------------------------------

TEST_F(stop, reaches_the_program_that_is_played_in_a_child) {
    const std::string failing = program("failing.pmu", "expect r0, 1\n");
    for (const int signal : {SIGTERM, SIGINT}) {
        pmu_run_process run(
            {"run", "arm1136", failing, endless(), passing(), "--json", folder.path("json")});
        ASSERT_NE(run.child(), 0);
        const pid_t child = run.child();
        std::this_thread::sleep_for(some_time);
        run.send(signal);
        const pmu_run_result result = run.wait(limit);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_LT(result.took.count(), 5);
        EXPECT_FALSE(is_alive(child));
        // What came of it so far.
        EXPECT_THAT(result.err, EndsWith(":1: stopped before the end of the program\n"));
        EXPECT_THAT(result.out, EndsWith("2 programs, 1 checks, not all held\n"));
        const nlohmann::json report = json("json");
        EXPECT_FALSE(report["passed"]);
        ASSERT_EQ(report["programs"].size(), 2U);
        EXPECT_FALSE(report["programs"][0]["stopped"]);
        EXPECT_EQ(report["programs"][0]["failed"], 1);
        EXPECT_TRUE(report["programs"][1]["stopped"]);
        EXPECT_EQ(report["programs"][1]["stopped_at_line"], 1);
    }
}

TEST_F(stop, by_time_reaches_children) {
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", passing(), endless(), "--max-seconds", "0.5"}, limit);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_LT(result.took.count(), 5);
    EXPECT_THAT(result.out, HasSubstr("endless.pmu: stopped at line 1"));
}

TEST_F(stop, by_a_signal_that_nobody_can_catch_leaves_no_child) {
    pmu_run_process run({"run", "arm1136", endless(), passing()});
    const pid_t child = run.child();
    ASSERT_NE(child, 0);
    ASSERT_TRUE(is_alive(child));
    run.send(SIGKILL);
    EXPECT_EQ(run.wait(limit).exit_code, -SIGKILL);
    EXPECT_TRUE(ends_soon(child));
}

TEST_F(stop, a_child_that_is_killed_is_told_of) {
    pmu_run_process run({"run", "arm1136", endless(), passing(), "--json", folder.path("json")});
    const pid_t child = run.child();
    ASSERT_NE(child, 0);
    ::kill(child, SIGKILL);
    const pmu_run_result result = run.wait(limit);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.err,
              folder.path("endless.pmu") + ": the simulation ended without a verdict: signal 9\n");
    EXPECT_THAT(result.out, HasSubstr("passing.pmu: 0 checks held\n"));
    EXPECT_EQ(json("json")["programs"][0]["error"], "signal 9");
}

// --- readers and writers that are not there ------------------------------------------------------

TEST_F(stop, ends_a_run_whose_output_nobody_reads) {
    circumstances how;
    how.out_and_err_are_one_pipe_that_nobody_reads = true;
    for (const arguments& files : {arguments{talkative()}, arguments{talkative(), passing()}}) {
        const pmu_run_result by_time =
            run_pmu_run(arguments{"run", "arm1136", "--max-seconds", "0.5"} + files, how);
        EXPECT_EQ(by_time.exit_code, 2) << by_time;
        EXPECT_LT(by_time.took.count(), 10);
        pmu_run_process run(arguments{"run", "arm1136"} + files, how);
        std::this_thread::sleep_for(some_time);
        run.send(SIGTERM);
        const pmu_run_result by_signal = run.wait(limit);
        EXPECT_EQ(by_signal.exit_code, 2) << by_signal;
        EXPECT_LT(by_signal.took.count(), 10);
    }
}

TEST_F(stop, lets_a_slow_reader_read_on) {
    const std::string fifo = folder.path("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    std::string text;
    std::thread reader([&] {
        const int in = ::open(fifo.c_str(), O_RDONLY | O_CLOEXEC);
        std::this_thread::sleep_for(std::chrono::milliseconds(900)); // 0.4 s after the stop
        std::string part(65536, 0);
        for (ssize_t n = 1; n > 0; text.append(part, 0, static_cast<std::size_t>(n))) {
            n = ::read(in, part.data(), part.size());
            n = n < 0 ? 0 : n;
        }
        ::close(in);
    });
    circumstances how;
    how.out = fifo;
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", talkative(), "--max-seconds", "0.5"}, how);
    reader.join();
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, EndsWith(": stopped before the end of the program\n"));
    EXPECT_THAT(text, EndsWith(", 0 checks held\n"));
}

TEST_F(stop, comes_with_a_reader_that_goes_away) {
    for (const arguments& files : {arguments{talkative()}, arguments{talkative(), passing()}}) {
        const std::string fifo = folder.path("fifo");
        ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
        std::thread reader([&] {
            std::ifstream in(fifo);
            std::string word;
            in >> word;
            EXPECT_EQ(word, "all");
        });
        circumstances how;
        how.out = fifo;
        const pmu_run_result result = run_pmu_run(arguments{"run", "arm1136"} + files, how);
        reader.join();
        EXPECT_EQ(result.exit_code, -SIGPIPE) << result; // as the pipe ends who does not ask
        EXPECT_EQ(result.err, "") << result;
        std::filesystem::remove(fifo);
    }
}

class fifos : public stop {
protected:
    fifos() { EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0); }

    const std::string path = folder.path("fifo");
};

TEST_F(fifos, are_programs_if_somebody_writes_them) {
    std::thread writer([&] { std::ofstream(path) << "print \"from afar\"\nexpect r0, 0\n"; });
    const pmu_run_result result = run_pmu_run({"run", "arm1136", path}, limit);
    writer.join();
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "from afar\n" + path + ": 1 check held\n");
}

TEST_F(fifos, that_nobody_writes_are_refused) {
    const pmu_run_result result = run_pmu_run({"run", "arm1136", path}, limit);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, path + ": expected a readable file: it is a FIFO that nobody writes\n");
}

TEST_F(fifos, do_not_keep_a_run_that_reads_them) {
    const int writer = ::open(path.c_str(), O_RDWR | O_CLOEXEC); // and writes nothing
    const pmu_run_result by_time =
        run_pmu_run({"run", "arm1136", path, "--max-seconds", "0.3"}, limit);
    EXPECT_EQ(by_time.exit_code, 1) << by_time;
    EXPECT_LT(by_time.took.count(), 4);
    EXPECT_EQ(by_time.err,
              "pmu_run: " + path + ": stopped while it was read, by --max-seconds 0.3\n");
    pmu_run_process run({"run", "arm1136", path});
    std::this_thread::sleep_for(some_time);
    run.send(SIGTERM);
    const pmu_run_result by_signal = run.wait(limit);
    EXPECT_EQ(by_signal.exit_code, 1) << by_signal;
    EXPECT_LT(by_signal.took.count(), 4);
    EXPECT_EQ(by_signal.err, "pmu_run: " + path + ": stopped while it was read, by SIGTERM\n");
    ::close(writer);
}

TEST_F(fifos, are_outputs_if_somebody_reads_them) {
    std::string text;
    std::thread reader([&] {
        std::ifstream in(path);
        text.assign(std::istreambuf_iterator<char>(in), {});
    });
    const pmu_run_result result = run_pmu_run({"run", "arm1136", passing(), "--json", path}, limit);
    reader.join();
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(nlohmann::json::parse(text)["passed"]);
}

TEST_F(fifos, that_nobody_reads_cannot_be_written) {
    for (const char* option : {"--json", "--vcd"}) {
        const pmu_run_result result =
            run_pmu_run({"run", "arm1136", passing(), option, path, "--max-seconds", "0.3"}, limit);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err, "pmu_run: cannot write " + path + ": nobody reads it\n");
        EXPECT_LT(result.took.count(), 4);
    }
    const pmu_run_result patient =
        run_pmu_run({"run", "arm1136", passing(), "--json", path}, limit);
    EXPECT_EQ(patient.exit_code, 2) << patient;
    EXPECT_EQ(patient.err, "pmu_run: cannot write " + path + ": nobody reads it\n");
}

TEST_F(fifos, do_not_keep_a_run_that_writes_them) {
    const int reader = ::open(path.c_str(), O_RDWR | O_CLOEXEC); // and reads nothing
    const std::string file = program("long.pmu", "run 1_000_000\n");
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", file, "--vcd", path, "--max-seconds", "0.3"}, limit);
    ::close(reader);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_LT(result.took.count(), 6);
    EXPECT_THAT(result.err, EndsWith("pmu_run: cannot write " + path +
                                     ": nobody reads it, and the run is to stop\n"));
    EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST_F(fifos, have_one_use) {
    const int other = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(::write(other, "run 1\n", 6), 6);
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", passing(), "--json", path, "--vcd", path}, limit);
    ::close(other);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_THAT(result.err, EndsWith(": it is --vcd " + path + " too\n"));
}

// --- memory --------------------------------------------------------------------------------------

#if !defined(__SANITIZE_ADDRESS__) // whose shadow does not fit into a limit
TEST_F(stop, for_lack_of_memory_says_what_is_too_large) {
    std::string text;
    while (text.size() < std::size_t{50} << 20) {
        text += "repeat 1\nend\nrepeat 1\nend\nrepeat 1\nend\nrepeat 1\nend\nrepeat 1\nend\n";
    }
    const std::string file = program("large.pmu", text);
    circumstances how;
    how.address_space = std::uint64_t{500} << 20;
    const pmu_run_result result = run_pmu_run({"run", "arm1136", file}, how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, file + ": the host has no memory left for the run\n");
}
#endif

} // namespace
} // namespace pmu_run_test
