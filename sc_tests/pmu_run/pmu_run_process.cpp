// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <process/die_with_parent.h>
#include <support/temporary_folder.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace pmu_run_test {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds look(2);

void limit(int resource, std::uint64_t bytes) {
    const rlimit both{bytes, bytes};
    if (bytes != 0 && ::setrlimit(resource, &both) != 0) {
        ::_exit(126);
    }
}

void redirect(int descriptor, const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, descriptor) < 0) {
        ::_exit(126);
    }
    ::close(file);
}

/// Between fork() and exec().
[[noreturn]] void become_pmu_run(const arguments& what, const circumstances& how,
                                 const sc_test::temporary_folder& folder, int pipe) {
    std::string program = PMU_RUN;
    arguments copy = what;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : copy) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    redirect(STDIN_FILENO, how.in, O_RDONLY);
    if (pipe >= 0) {
        ::dup2(pipe, STDOUT_FILENO);
        ::dup2(pipe, STDERR_FILENO);
    } else {
        constexpr int appending = O_WRONLY | O_CREAT | O_APPEND;
        redirect(STDOUT_FILENO, how.out.empty() ? folder.path("out") : how.out, appending);
        redirect(STDERR_FILENO, how.err.empty() ? folder.path("err") : how.err, appending);
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
    limit(RLIMIT_AS, how.address_space);
    limit(RLIMIT_FSIZE, how.file_size);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
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
    m_unread = ends[0];
    const pid_t parent = ::getpid();
    m_pid = ::fork();
    if (m_pid == 0) {
        platform::process::die_with_parent(parent);
        become_pmu_run(what, how, *m_folder, ends[1]);
    }
    if (ends[1] >= 0) {
        ::close(ends[1]);
    }
    if (m_pid < 0) {
        throw std::runtime_error(std::string(PMU_RUN ": ") + std::strerror(errno));
    }
}

pmu_run_process::~pmu_run_process() {
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    if (m_unread >= 0) {
        ::close(m_unread);
    }
}

void pmu_run_process::send(int signal) const {
    ::kill(m_pid, signal);
}

pid_t pmu_run_process::child() const {
    const std::string id = std::to_string(m_pid);
    std::string children = "/proc/";
    children.append(id).append("/task/").append(id).append("/children");
    const clock::time_point end = clock::now() + std::chrono::seconds(20);
    while (clock::now() < end) {
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
    const clock::time_point end = clock::now() + limit;
    int status = 0;
    rusage used{};
    while (::wait4(m_pid, &status, result.is_late ? 0 : WNOHANG, &used) == 0) {
        if (clock::now() >= end) {
            ::kill(m_pid, SIGKILL);
            result.is_late = true;
        } else {
            std::this_thread::sleep_for(look);
        }
    }
    m_pid = -1;
    result.took = clock::now() - m_start;
    result.resident_kib = used.ru_maxrss;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
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

} // namespace pmu_run_test
