// SPDX-License-Identifier: Apache-2.0
// The console of firmware that nobody serves, takes or has: the run ends when it is asked to, and
// tells what was lost.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace iss_test::console_test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::chrono::seconds soon(20);

/// A named pipe with both ends held open, so that nobody waits for the other when it is opened.
class held_pipe {
public:
    explicit held_pipe(const std::string& path) : m_path(path) {
        if (::mkfifo(path.c_str(), 0600) != 0) {
            throw std::runtime_error(path + ": expected a new pipe, found an error");
        }
        m_descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    }
    held_pipe(const held_pipe&) = delete;
    held_pipe& operator=(const held_pipe&) = delete;
    ~held_pipe() { release(); }

    const std::string& path() const { return m_path; }

    void put(const std::string& text) const {
        if (::write(m_descriptor, text.data(), text.size()) < 0) {
            throw std::runtime_error(m_path + ": expected to write, found an error");
        }
    }

    std::string take(std::size_t bytes) const {
        std::string data(bytes, '\0');
        const ssize_t count = ::read(m_descriptor, data.data(), bytes);
        data.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
        return data;
    }

    void release() {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
            m_descriptor = -1;
        }
    }

private:
    std::string m_path;
    int m_descriptor = -1;
};

class console : public testing::Test {
protected:
    static pmu_run_result run(const std::string& program, const circumstances& how,
                              const arguments& options = {}) {
        return run_pmu_run(test_firmware(program, "arm1136") + options, how);
    }
    /// Runs it until it is told to end.
    static pmu_run_result run_until_signal(const arguments& what, const circumstances& how) {
        pmu_run_process process(what, how);
        std::this_thread::sleep_for(milliseconds(300));
        process.send(SIGTERM);
        return process.wait(soon);
    }

    const sc_test::temporary_folder folder;
    held_pipe pipe{folder.path("pipe")};
};

const arguments for_a_while = {"--max-seconds", "0.3"};

// --- input ---------------------------------------------------------------------------------------

TEST_F(console, that_gives_nothing_is_not_waited_for_for_ever) {
    circumstances how;
    how.in = pipe.path();
    for (const char* const mode : {"fast", "exact"}) {
        pmu_run_result result =
            run("read_characters", how, for_a_while + arguments{"--mode", mode});
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_EQ(result.err, "pmu_run: stopped while SYS_READC waits for input, at PC 0x0000800C "
                              "in _start+0xC\n");
    }
    const pmu_run_result result = run("read_lines", how, for_a_while);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, StartsWith("pmu_run: stopped while SYS_READ waits for input, at PC "));
}

TEST_F(console, that_gives_nothing_ends_with_a_signal) {
    circumstances how;
    how.in = pipe.path();
    const pmu_run_result result =
        run_until_signal(test_firmware("read_characters", "arm1136"), how);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, StartsWith("pmu_run: stopped while SYS_READC waits for input, at PC "));
}

TEST_F(console, that_gives_half_a_line_is_not_waited_for_for_ever) {
    circumstances how;
    how.in = pipe.path();
    pipe.put("first\nsec");
    const pmu_run_result result = run("read_lines", how, for_a_while);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "first\n");
    EXPECT_THAT(result.err, StartsWith("pmu_run: stopped while SYS_READ waits for input, at PC "));
}

TEST_F(console, that_gives_late_is_waited_for) {
    circumstances how;
    how.in = pipe.path();
    std::thread writer([this] {
        std::this_thread::sleep_for(milliseconds(200));
        pipe.put("one\n");
        std::this_thread::sleep_for(milliseconds(200));
        pipe.put("two");
        pipe.release();
    });
    const pmu_run_result result = run("read_lines", how);
    writer.join();
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "one\ntwo");
}

// README: standard input that cannot be read, where firmware wanted it, is told, with exit code 2.
TEST_F(console, without_input_is_at_its_end) {
    circumstances is_folder;
    is_folder.in = folder.path();
    circumstances closed;
    closed.closed = {STDIN_FILENO};
    const std::string told = "pmu_run: cannot read standard input: ";
    for (const auto& [how, code, err] : {std::tuple(circumstances(), 0, std::string()),
                                         std::tuple(is_folder, 2, told + "Is a directory\n"),
                                         std::tuple(closed, 2, told + "it is closed\n")}) {
        const pmu_run_result result = run("read_characters", how);
        EXPECT_EQ(result.exit_code, code) << result;
        EXPECT_EQ(result.err, err) << result;
        EXPECT_EQ(run("divide", how).err, run("divide", {}).err); // which reads nothing
    }
}

TEST_F(console, reads_a_file) {
    folder.write("in", std::string("\xFF\x01\0\x80", 4)); // 0x180
    circumstances how;
    how.in = folder.path("in");
    const pmu_run_result result = run("read_characters", how);
    EXPECT_EQ(result.exit_code, 0x80) << result;
}

// The instructions are ldr r0, [r9]; ldr r0, [r1] of Thumb; ldr r5, [r9]. Four loads and three
// stores are executed, whatever was there before.
TEST_F(console, gives_code_that_is_executed) {
    using namespace std::string_literals;
    folder.write("code", "\x00\x00\x99\xE5"s + "\x08\x68" + "\x00\x50\x99\xE5"s);
    circumstances how;
    how.in = folder.path("code");
    for (const std::string& part : sc_test::cpu_names) {
        const bool is_v7 = sc_test::architecture_of.at(part) == "armv7r"; // loads alone
        const char* const count = is_v7 ? " 4  0x06  " : " 7  0x0A  ";
        for (const char* const mode : {"fast", "exact"}) {
            const pmu_run_result result =
                run_counted(test_firmware("overlay", part) + arguments{"--mode", mode}, how);
            EXPECT_EQ(result.exit_code, 0) << result;
            EXPECT_THAT(result.out, HasSubstr(count)) << result;
        }
    }
}

// --- output --------------------------------------------------------------------------------------

TEST_F(console, that_nobody_takes_is_not_waited_for_for_ever) {
    circumstances how;
    how.out = pipe.path();
    for (const char* const mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run("write_texts", how, for_a_while + arguments{"--mode", mode});
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_EQ(result.err, "pmu_run: stopped while SYS_WRITE0 waits for its output to be taken, "
                              "at PC 0x0000800C in _start+0xC\n");
    }
}

TEST_F(console, that_nobody_takes_ends_with_a_signal) {
    circumstances how;
    how.out = pipe.path();
    const pmu_run_result result = run_until_signal(test_firmware("write_texts", "arm1136"), how);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, StartsWith("pmu_run: stopped while SYS_WRITE0 waits for its output"));
}

// The message goes nowhere then, but the run ends.
TEST_F(console, that_nobody_takes_for_both_outputs_ends) {
    circumstances how;
    how.out = pipe.path();
    how.err = pipe.path();
    const pmu_run_result result = run("write_texts", how, for_a_while);
    EXPECT_FALSE(result.is_late) << result;
    EXPECT_EQ(result.exit_code, 1) << result;
}

// The firmware has ended by then.
TEST_F(console, whose_rest_nobody_takes_ends_the_run) {
    pipe.put(std::string(65536, 'x'));
    circumstances how;
    how.out = pipe.path();
    const pmu_run_result result = run_until_signal({"registers", "arm1136"}, how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: cannot write standard output: nobody reads it, and the run is "
                          "to stop\n");
}

TEST_F(console, that_is_taken_late_loses_nothing) {
    circumstances how;
    how.out = pipe.path();
    std::string taken;
    std::thread reader([&] {
        std::this_thread::sleep_for(milliseconds(200));
        while (taken.size() < std::size_t{2000} * 65) {
            taken += pipe.take(1000);
        }
    });
    const pmu_run_result result = run("write_texts", how);
    reader.join();
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    std::string expected;
    for (int i = 0; i < 2000; ++i) {
        expected += "A line of sixty-four characters, as the tests of the console say\n";
    }
    EXPECT_EQ(taken, expected);
}

TEST_F(console, whose_reader_leaves_is_an_error) {
    circumstances how;
    how.out = pipe.path();
    std::thread reader([this] {
        std::this_thread::sleep_for(milliseconds(300));
        pipe.release();
    });
    const pmu_run_result result = run("write_texts", how);
    reader.join();
    EXPECT_EQ(result.exit_code, -SIGPIPE) << result; // as the pipe ends who does not ask
    EXPECT_EQ(result.err, "") << result;
}

TEST_F(console, that_is_full_or_closed_is_an_error) {
    circumstances how;
    how.out = "/dev/full";
    pmu_run_result result = run("write_texts", how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: cannot write standard output: No space left on device\n");
    result = run_pmu_run(firmware("count_loop", "arm1136"), how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: cannot write standard output: No space left on device\n");

    how = {};
    how.closed = {STDOUT_FILENO};
    result = run("write_texts", how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: cannot write standard output: it is closed\n");
    result = run("write_errors", how);
    EXPECT_EQ(result.exit_code, 3) << "nothing was written there " << result;
    EXPECT_EQ(result.err, "error\n");
}

TEST_F(console, for_errors_that_is_full_or_closed_is_an_error) {
    circumstances full;
    full.err = "/dev/full";
    circumstances closed;
    closed.closed = {STDERR_FILENO};
    for (const circumstances& how : {full, closed}) {
        EXPECT_EQ(run("write_errors", how).exit_code, 2) << how.err;
        EXPECT_EQ(run("read_characters", how).exit_code, 0) << "nothing was written " << how.err;
        EXPECT_EQ(run("undefined", how).exit_code, 2) << "the message is lost " << how.err;
    }
}

// Its number would go to the next file that is opened, and what is printed into that.
TEST_F(console, that_is_closed_is_no_other_file) {
    for (const std::vector<int>& closed :
         {std::vector<int>{STDOUT_FILENO}, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}}) {
        circumstances how;
        how.err = "/dev/null";
        how.closed = closed;
        const pmu_run_result result = run("write_texts", how, {"--trace", folder.path("trace")});
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_THAT(folder.read("trace"), HasSubstr("svc"));
        EXPECT_THAT(folder.read("trace"), Not(HasSubstr("sixty-four")));
        EXPECT_THAT(folder.read("trace"), Not(HasSubstr("pmu_run")));
    }
}

} // namespace
} // namespace iss_test::console_test
