// SPDX-License-Identifier: Apache-2.0
// Processes that this one starts: how they end, what they hand over, and that none is left.
#include <process/child.h>

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>
#include <unistd.h>

namespace platform::process::child_process_test {
namespace {

using std::chrono::milliseconds;

TEST(child_process, its_end_is_an_exit_code_or_a_signal) {
    child seven([] { return 7; });
    EXPECT_EQ(seven.wait().text(), "exit code 7");
    child killed([] { return ::pause(); });
    EXPECT_FALSE(killed.ends_within(milliseconds(20)));
    killed.signal(SIGTERM);
    EXPECT_EQ(killed.wait().text(), "signal 15");
    EXPECT_EQ(killed.wait().exit_code, -1);
    const memory_file err;
    child thrown([&]() -> int {
        redirect(STDERR_FILENO, err.number());
        throw std::runtime_error("no such thing");
    });
    EXPECT_EQ(thrown.wait().exit_code, 1);
    EXPECT_EQ(err.text(), "no such thing\n");
}

TEST(child_process, a_program_that_cannot_be_started_is_named_with_the_reason) {
    const memory_file err;
    child nothing([&] {
        redirect(STDERR_FILENO, err.number());
        return execute({"/no/such/program", "x"});
    });
    EXPECT_EQ(nothing.wait().exit_code, 127);
    EXPECT_EQ(err.text(), "cannot start /no/such/program: No such file or directory\n");
}

TEST(child_process, somebody_who_wants_this_to_stop_ends_the_waiting) {
    child waiting([] { return ::pause(); });
    EXPECT_FALSE(waiting.ends_within(child::for_ever, [] { return true; }));
    EXPECT_FALSE(waiting.has_ended());
}

// A machine that stands still has not made the child late: this process stands for it.
TEST(child_process, time_in_which_nobody_runs_is_not_its_own) {
    const pid_t self = ::getpid();
    child waker([&] {
        ::usleep(50'000);
        ::kill(self, SIGSTOP);
        ::usleep(1'500'000);
        ::kill(self, SIGCONT);
        return 0;
    });
    child slow([] {
        ::usleep(2'000'000);
        return 0;
    });
    EXPECT_TRUE(slow.ends_within(milliseconds(1400)));
    EXPECT_EQ(waker.wait().exit_code, 0);
}

// A grandchild would keep the pipe open.
TEST(child_process, its_group_ends_with_its_owner) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    {
        child shell([&] {
            detach(ends[1], STDERR_FILENO);
            return execute({"sh", "-c", "sleep 100 & echo started; wait"});
        });
        ::close(ends[1]);
        char some[100];
        ASSERT_EQ(::read(ends[0], some, sizeof some), 8);
    }
    char none = 0;
    EXPECT_EQ(::read(ends[0], &none, 1), 0);
    ::close(ends[0]);
}

TEST(child_process, it_ends_when_its_parent_is_killed) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    child parent([&] {
        child inner([&] { return ::write(ends[1], "", 1) == 1 ? ::pause() : 1; });
        ::close(ends[1]);
        return ::pause();
    });
    ::close(ends[1]);
    char none = 1;
    ASSERT_EQ(::read(ends[0], &none, 1), 1);
    parent.signal(SIGKILL);
    parent.wait();
    EXPECT_EQ(::read(ends[0], &none, 1), 0); // once nobody has the other end
    ::close(ends[0]);
}

} // namespace
} // namespace platform::process::child_process_test
