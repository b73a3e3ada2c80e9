// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <support/temporary_folder.h>

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace pmu_run_test {

namespace {

namespace process = platform::process;
using wall_clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds look(2);

/// \param pipe of standard output and error; negative: they go to files
int become_pmu_run(arguments what, const circumstances& how,
                   const sc_test::temporary_folder& folder, int pipe) {
    process::redirect(STDIN_FILENO, how.in);
    if (pipe >= 0) {
        process::redirect(STDOUT_FILENO, pipe);
        process::redirect(STDERR_FILENO, pipe);
    } else {
        constexpr int appending = O_WRONLY | O_CREAT | O_APPEND;
        process::redirect(STDOUT_FILENO, how.out.empty() ? folder.path("out") : how.out, appending);
        process::redirect(STDERR_FILENO, how.err.empty() ? folder.path("err") : how.err, appending);
    }
    for (const int descriptor : how.closed) {
        ::close(descriptor);
    }
    if (how.blocks_signals) {
        sigset_t blocked;
        ::sigemptyset(&blocked);
        for (const int signal : {SIGALRM, SIGINT, SIGTERM}) {
            ::sigaddset(&blocked, signal);
        }
        ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    }
    if (how.address_space != 0) {
        process::limit(RLIMIT_AS, how.address_space);
    }
    if (how.file_size != 0) {
        process::limit(RLIMIT_FSIZE, how.file_size);
    }
    what.insert(what.begin(), PMU_RUN);
    return process::execute(std::move(what));
}

} // namespace

std::ostream& operator<<(std::ostream& out, const pmu_run_result& result) {
    return out << result.command << "\nexit code " << result.exit_code
               << (result.is_late ? ", killed since it did not end" : "") << ", "
               << result.took.count() << " s\n--- stdout\n"
               << result.out << "--- stderr\n"
               << result.err;
}

pmu_run_process::pmu_run_process(const arguments& what, const circumstances& how)
    : m_folder(std::make_unique<sc_test::temporary_folder>()), m_command(PMU_RUN) {
    for (const std::string& argument : what) {
        m_command += " " + argument;
    }
    int ends[2] = {-1, -1};
    if (how.out_and_err_are_one_pipe_that_nobody_reads && ::pipe2(ends, O_CLOEXEC) != 0) {
        throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
    }
    m_unread = process::descriptor(ends[0]);
    const process::descriptor end(ends[1]);
    m_child.emplace([&] { return become_pmu_run(what, how, *m_folder, end.get()); });
}

pmu_run_process::~pmu_run_process() = default;

pid_t pmu_run_process::child() const {
    const std::string id = std::to_string(pid());
    std::string children = "/proc/";
    children.append(id).append("/task/").append(id).append("/children");
    const wall_clock::time_point end = wall_clock::now() + std::chrono::seconds(20);
    while (wall_clock::now() < end) {
        pid_t child = 0;
        std::ifstream(children) >> child;
        if (child != 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            return child;
        }
        std::this_thread::sleep_for(look);
    }
    return 0;
}

pmu_run_result pmu_run_process::wait(std::chrono::seconds limit) {
    pmu_run_result result;
    result.command = m_command;
    result.is_late = !m_child->ends_within(limit);
    if (result.is_late) {
        send(SIGKILL);
    }
    const process::ending& end = m_child->wait();
    result.took = wall_clock::now() - m_start;
    result.resident_kib = end.used.ru_maxrss;
    result.exit_code = end.signal != 0 ? -end.signal : end.exit_code;
    result.out = m_folder->read("out");
    result.err = m_folder->read("err");
    return result;
}

pmu_run_result run_pmu_run(const arguments& what, std::chrono::seconds limit) {
    return pmu_run_process(what).wait(limit);
}

pmu_run_result run_pmu_run(const arguments& what, const circumstances& how) {
    return pmu_run_process(what, how).wait(std::chrono::seconds(60));
}

std::string output_of(const arguments& what) {
    const pmu_run_result result = run_pmu_run(what);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    return result.out;
}

} // namespace pmu_run_test
