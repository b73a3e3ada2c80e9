// SPDX-License-Identifier: Apache-2.0
// What is read: once, whatever it comes through, and not waited for without end; and what of it
// goes to a terminal.
#include "program_fixture.h"

#include <process/uninterrupted.h>

#include <cerrno>
#include <linux/capability.h>
#include <memory>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace pmu_run_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class inputs : public program_fixture {
protected:
    std::string fifo(const std::string& name) const {
        EXPECT_EQ(::mkfifo(folder.path(name).c_str(), 0600), 0);
        return folder.path(name);
    }
};

// The first line fails; more than a pipe or a buffer holds comes after it.
TEST_F(inputs, are_read_to_their_end_from_their_beginning) {
    std::string text = "expect irq 1\n";
    for (int n = 0; n != 20'000; ++n) {
        text += "run 1\n";
    }
    text += "expect irq 0\n";
    const std::string file = program("long.pmu", text);
    const std::string pipe = fifo("pipe");
    for (const char* command : {"run", "stat", ""}) {
        for (const bool is_pipe : {false, true}) {
            std::thread writer;
            if (is_pipe) {
                writer = std::thread([&] { folder.write("pipe", text); });
            }
            const std::string& path = is_pipe ? pipe : file;
            const pmu_run_result result =
                run_pmu_run(*command == 0 ? arguments{"run", "arm1136", path, "--quiet"}
                                          : arguments{command, "arm1136", path, "--quiet"});
            if (is_pipe) {
                writer.join();
            }
            EXPECT_EQ(result.exit_code, 1) << result;
            EXPECT_THAT(result.err, HasSubstr(path + ":1: expected irq 1, got 0\n"));
        }
    }
}

// Firmware is read more than once, which a pipe cannot be.
TEST_F(inputs, are_no_firmware_from_a_pipe) {
    const std::string pipe = fifo("pipe");
    std::thread writer([&] {
        folder.write("pipe", "\x7F"
                             "ELF\x01\n\x02\n\x03\n");
    });
    const pmu_run_result result = run_pmu_run({"run", "arm1136", pipe});
    writer.join();
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, pipe + ":1:1: expected an access program, got firmware, an ELF file, "
                                 "which can be read from a regular file only\n");
}

TEST_F(inputs, can_be_standard_input) {
    circumstances how;
    how.in = program("in.pmu", "expect irq 1\n");
    const pmu_run_result result = run_pmu_run({"run", "arm1136", "/dev/stdin"}, how);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "/dev/stdin: 1 failed of 1 checks\n");
}

// README: a FIFO will do if somebody is at its other end within five seconds.
TEST_F(inputs, that_nobody_writes_end_every_command) {
    const std::string pipe = fifo("pipe");
    const std::string passing_program = passing();
    const arguments run{"run", "arm1136", passing_program};
    std::vector<std::unique_ptr<pmu_run_process>> all; // each of them waits
    for (const arguments& what :
         {arguments{"run", "arm1136", pipe}, arguments{"stat", "arm1136", pipe},
          run + arguments{"--replay", pipe, "--map", "auto"}, run + arguments{"--restore", pipe},
          arguments{"report", pipe}, arguments{"annotate", "-i", pipe}, arguments{"script", pipe},
          arguments{"sweep", pipe}}) {
        all.push_back(std::make_unique<pmu_run_process>(what));
    }
    for (const auto& process : all) {
        const pmu_run_result result = process->wait(std::chrono::seconds(60));
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_FALSE(result.is_late) << result;
        EXPECT_THAT(result.err, HasSubstr(pipe)) << result;
        EXPECT_THAT(result.err, EndsWith("\n"));
    }
}

TEST_F(inputs, that_are_interrupted_are_named_with_the_limit) {
    const std::string pipe = fifo("pipe");
    for (const char* option : {"--replay", "--restore"}) {
        arguments what{"run", "arm1136", passing(), option, pipe, "--max-seconds", "0.3"};
        if (option == std::string("--replay")) {
            what = what + arguments{"--map", "auto"};
        }
        const pmu_run_result result = run_pmu_run(what);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_EQ(result.err,
                  "pmu_run: " + pipe + ": stopped while it was read, by --max-seconds 0.3\n");
    }
}

// ESC begins what moves the cursor, clears or names a terminal; so does U+009B, in UTF-8 C2 9B.
TEST_F(inputs, do_nothing_to_a_terminal) {
    const std::string bad = "a\x1B[2J\x1B]0;b\x07\x7F\xC2\x9B\r";
    const std::string shown = "a\\x1B[2J\\x1B]0;b\\x07\\x7F\\xC2\\x9B";
    const std::string printing =
        program("bad.pmu", "print \"" + bad.substr(0, bad.size() - 1) + "\"\n");
    const pmu_run_result printed = run_pmu_run({"run", "arm1136", printing});
    EXPECT_EQ(printed.exit_code, 0) << printed;
    EXPECT_EQ(printed.out, shown + "\n" + printing + ": 0 checks held\n");
    const std::string named = program(bad, "expect irq 1\n");
    for (const char* command : {"run", "stat"}) {
        const pmu_run_result result = run_pmu_run({command, "arm1136", named});
        EXPECT_THAT(result.out + result.err, HasSubstr(shown + "\\x0D: 1 failed"));
        EXPECT_THAT(result.out + result.err,
                    Not(testing::AnyOf(HasSubstr("\x1B"), HasSubstr("\r"), HasSubstr("\xC2\x9B"))));
    }
    // as JSON says it
    const pmu_run_result json = run_pmu_run({"run", "arm1136", named, "--json", "-"});
    EXPECT_EQ(nlohmann::json::parse(json.out)["programs"][0]["file"], named) << json;
    EXPECT_THAT(json.out, Not(HasSubstr("\xC2\x9B")));
}

// A period is a whole number of picoseconds, SystemC's default resolution: the nearest.
TEST_F(inputs, of_time_are_told_as_they_are_simulated) {
    const std::string file = program("empty.pmu", "run 1\n");
    for (const auto& [asked, simulated] :
         {std::pair("0.0029", 0.003), std::pair("0.0031", 0.003), std::pair("10", 10.0)}) {
        const pmu_run_result json =
            run_pmu_run({"run", "arm1136", file, "--period", asked, "--json", "-"});
        EXPECT_EQ(nlohmann::json::parse(json.out)["period_ns"], simulated) << json;
    }
}

TEST_F(inputs, that_cannot_be_read_are_not_called_something_else) {
    const std::string file = program("locked", "\x7F"
                                               "ELF");
    ::chmod(file.c_str(), 0);
    // The children of this process are no exception to file modes, even if it is root.
    ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
    ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
    for (const char* command : {"run", "stat", "record"}) {
        const pmu_run_result result = run_pmu_run({command, "arm1136", file});
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err,
                  "pmu_run: " + file + ": expected a readable file: Permission denied\n");
    }
}

// --- what a signal interrupts --------------------------------------------------------------------

TEST(uninterrupted, makes_a_call_until_it_is_not_interrupted) {
    int calls = 0;
    const auto interrupted_twice = [&] {
        errno = EINTR;
        return ++calls <= 2 ? -1 : 5;
    };
    EXPECT_EQ(platform::process::uninterrupted(interrupted_twice), 5);
    EXPECT_EQ(calls, 3);
    const auto fails = [&] {
        ++calls;
        errno = EIO;
        return -1L;
    };
    EXPECT_EQ(platform::process::uninterrupted(fails), -1);
    EXPECT_EQ(errno, EIO);
    EXPECT_EQ(calls, 4);
}

} // namespace
} // namespace pmu_run_test
