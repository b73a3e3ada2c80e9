// SPDX-License-Identifier: Apache-2.0
// The shell of pmu_run on a terminal, by libedit.
#include <process/child.h>
#include <support/temporary_folder.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <termios.h>

#include <poll.h>
#include <pty.h>
#include <unistd.h>
#include <utmp.h>

namespace pmu_run_test {
namespace {

namespace process = platform::process;
using clock_type = std::chrono::steady_clock;

constexpr std::chrono::seconds patience(30);
constexpr int look_ms = 20;
constexpr const char* prompt = "arm1136> ";
constexpr const char* no_libedit = "this build has no libedit";
constexpr const char* up = "\x1B[A";
constexpr const char* end_of_input = "\x04"; // Ctrl-D

/// `pmu_run shell arm1136` at a terminal whose user is the test. It does not outlive this object.
class shell_at_terminal {
public:
    shell_at_terminal() {
        int ours = -1;
        int its = -1;
        if (::openpty(&ours, &its, nullptr, nullptr, nullptr) != 0) {
            throw std::runtime_error("expected a pseudo terminal, found an error");
        }
        m_terminal = process::descriptor(ours);
        const process::descriptor end(its);
        m_shell.emplace([&] {
            ::close(ours);
            ::login_tty(its);
            ::setenv("TERM", "vt100", 1);
            ::setenv("HOME", m_home.path("").c_str(), 1); // no ~/.editrc
            return process::execute({PMU_RUN, "shell", "arm1136"});
        });
    }

    /// Types, and waits until this is shown and a prompt after it.
    testing::AssertionResult answers(const std::string& keys, const std::string& expected) {
        type(keys);
        return shows(expected) ? shows(prompt) : shows_not(expected);
    }
    /// Waits until it is shown after what was waited for before.
    testing::AssertionResult shows(const std::string& text) {
        const auto end = clock_type::now() + patience;
        for (;;) {
            if (const std::size_t at = m_shown.find(text); at != std::string::npos) {
                m_shown.erase(0, at + text.size());
                return testing::AssertionSuccess();
            }
            if (clock_type::now() >= end || !look()) {
                return shows_not(text);
            }
        }
    }
    /// Types once each key is taken as it comes, which is a moment after the prompt: before that
    /// the terminal itself would make an end of Ctrl-D, and nobody would see it.
    void type(std::string_view keys) {
        for (const auto end = clock_type::now() + patience;
             takes_lines() && clock_type::now() < end;) {
            look();
        }
        if (::write(m_terminal.get(), keys.data(), keys.size()) !=
            static_cast<ssize_t>(keys.size())) {
            throw std::runtime_error("expected a terminal that takes keys, found an error");
        }
    }
    /// Waits until it ends. \return the exit code; -1: it was not to be waited for
    int exit_code() {
        for (const auto end = clock_type::now() + patience;
             !m_shell->has_ended() && clock_type::now() < end;) {
            look();
        }
        return m_shell->has_ended() ? m_shell->wait().exit_code : -1;
    }
    /// Since the start.
    const std::string& all() const { return m_all; }

private:
    bool takes_lines() const {
        termios settings{};
        ::tcgetattr(m_terminal.get(), &settings);
        return (settings.c_lflag & ICANON) != 0;
    }
    testing::AssertionResult shows_not(const std::string& text) const {
        return testing::AssertionFailure()
               << "expected \"" << text << "\", the terminal shows \"" << m_shown << '"';
    }
    /// \return false: there will be nothing more
    bool look() {
        pollfd input{m_terminal.get(), POLLIN, 0};
        if (::poll(&input, 1, look_ms) <= 0) {
            return true;
        }
        char some[4096];
        const ssize_t size = ::read(m_terminal.get(), some, sizeof some);
        const std::string_view got(some, size > 0 ? static_cast<std::size_t>(size) : 0);
        m_shown += got;
        m_all += got;
        return size > 0;
    }

    sc_test::temporary_folder m_home;
    process::descriptor m_terminal;
    std::optional<process::child> m_shell;
    std::string m_all;
    std::string m_shown; ///< and not yet waited for
};

class terminal : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(shell.shows(prompt));
        if (shell.all().find(no_libedit) != std::string::npos) {
            GTEST_SKIP() << no_libedit;
        }
    }

    shell_at_terminal shell;
};

// ESC x takes commands of libedit itself, which ends at a quote that is not closed with SIGSEGV.
// Here it is no command: what comes after it is a line like any other.
TEST_F(terminal, takes_no_commands_of_the_line_editor) {
    for (const char* typed : {"print \"a\"\r", "print \"b\"\r"}) {
        shell.type("\x1Bx");
        ASSERT_TRUE(shell.answers(typed, "\r\n"));
    }
    shell.type("\x1Bx\"\r");
    ASSERT_TRUE(shell.answers("\r", "expected"));
    ASSERT_TRUE(shell.answers("write PMNC, 1\r", "write PMNC, 1"));
    ASSERT_TRUE(shell.answers("show PMNC.E\r", "PMNC.E = 1\r\n"));
    shell.type(end_of_input);
    EXPECT_EQ(shell.exit_code(), 0);
}

// PMNC of the ARM1136: E is bit 0, and reset clears it (DDI 0211, Table 3.138).
TEST_F(terminal, undo_and_history) {
    ASSERT_TRUE(shell.answers("write PMNC, 1\r", "write PMNC, 1"));
    ASSERT_TRUE(shell.answers("show PMNC.E\r", "PMNC.E = 1\r\n"));
    ASSERT_TRUE(shell.answers("undo\r", "as before line 1, write PMNC, 1\r\n"));
    ASSERT_TRUE(shell.answers(std::string(up) + up + "\r", "PMNC.E = 0\r\n"));
    ASSERT_TRUE(shell.answers(std::string(up) + up + up + up + "\r", "write PMNC, 1"));
    ASSERT_TRUE(shell.answers("show PMNC.E\r", "PMNC.E = 1\r\n"));
}

TEST_F(terminal, tab_completes_statements_and_names) {
    ASSERT_TRUE(shell.answers("sho\tPMNC.E\r", "PMNC.E = 0\r\n"));
    shell.type("show PMN\t"); // several: all are listed
    ASSERT_TRUE(shell.shows("PMNC  PMN0  PMN1"));
    ASSERT_TRUE(shell.answers("C.E\r", "PMNC.E = 0\r\n"));
}

TEST_F(terminal, ctrl_d_ends_the_session) {
    shell.type(end_of_input);
    EXPECT_EQ(shell.exit_code(), 0);
}

} // namespace
} // namespace pmu_run_test
