// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <iss/temporary_folder.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <ostream>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace iss_test {

namespace {

using clock = std::chrono::steady_clock;

pid_t start(const arguments& what, const platform::temporary_folder& folder,
            const surroundings& where) {
    std::string program = PMU_RUN;
    arguments copy = what;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : copy) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    const auto redirect = [&files](int descriptor, const std::string& path, int flags) {
        if (path == closed_descriptor) {
            posix_spawn_file_actions_addclose(&files, descriptor);
        } else {
            posix_spawn_file_actions_addopen(&files, descriptor, path.c_str(), flags, 0600);
        }
    };
    redirect(STDIN_FILENO, where.in, O_RDONLY);
    redirect(STDOUT_FILENO, where.out.empty() ? folder.path("out") : where.out, O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, where.err.empty() ? folder.path("err") : where.err, O_WRONLY | O_CREAT);
    pid_t pid = 0;
    const int error = posix_spawn(&pid, PMU_RUN, &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) {
        throw std::runtime_error(std::string(PMU_RUN ": ") + std::strerror(error));
    }
    return pid;
}

/// \return the status of wait(2)
int wait_for(pid_t pid, std::chrono::seconds limit, std::chrono::milliseconds until_signal,
             bool& is_late, rusage& used) {
    const clock::time_point start = clock::now();
    int status = 0;
    while (::wait4(pid, &status, is_late ? 0 : WNOHANG, &used) == 0) {
        if (clock::now() - start >= limit) {
            ::kill(pid, SIGKILL);
            is_late = true;
        } else if (until_signal.count() != 0 && clock::now() - start >= until_signal) {
            ::kill(pid, SIGTERM);
            until_signal = std::chrono::milliseconds(0);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    return status;
}

} // namespace

std::ostream& operator<<(std::ostream& out, const pmu_run_result& result) {
    return out << result.command << "\nexit code " << result.exit_code
               << (result.is_late ? ", killed since it did not end" : "") << "\n--- stdout\n"
               << result.out << "--- stderr\n"
               << result.err;
}

pmu_run_result run_pmu_run(const arguments& what, std::chrono::seconds limit,
                           const surroundings& where) {
    const platform::temporary_folder folder;
    pmu_run_result result;
    result.command = PMU_RUN;
    for (const std::string& argument : what) {
        result.command += " " + argument;
    }
    rusage used{};
    const int status =
        wait_for(start(what, folder, where), limit, where.until_signal, result.is_late, used);
    result.resident_kib = used.ru_maxrss;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    result.out = folder.read("out");
    result.err = folder.read("err");
    return result;
}

std::string without_mode(const pmu_run_result& result) {
    std::string output = result.out;
    for (const char* mode : {", exact:", ", fast:"}) {
        const std::size_t at = output.find(mode);
        if (at != std::string::npos) {
            return output.replace(at, std::strlen(mode), ", in some mode:");
        }
    }
    return "no title in " + output;
}

} // namespace iss_test
