// SPDX-License-Identifier: Apache-2.0
#include <iss/host/confined.h>

#include <process/child.h>

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <string>

namespace platform::iss {

namespace {

void confine(const confinement& limits) {
    const std::optional<process::memory_use> used = process::memory_of(::getpid());
    if (!used) {
        ::_exit(1);
    }
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        process::redirect(stream, "/dev/null", O_RDWR);
    }
    // Those of this program may want to go on.
    for (const int number : {SIGXCPU, SIGXFSZ, SIGTERM, SIGINT, SIGHUP}) {
        std::signal(number, SIG_DFL);
    }
    process::limit(RLIMIT_CORE, 0);
    process::limit(RLIMIT_CPU, limits.cpu_seconds);
    process::limit(RLIMIT_AS, used->address_space + limits.memory);
    process::limit(RLIMIT_FSIZE, limits.result);
    process::limit(RLIMIT_NOFILE, 0); // for new ones
}

/// Of a child whose work has come to its end. Elsewhere code that is at a loss calls exit(), with 0
/// or 1.
constexpr int has_ended = 77;

} // namespace

std::optional<std::string> run_confined(const std::function<std::string()>& work,
                                        const confinement& limits) {
    try {
        const process::memory_file result;
        process::child child([&] {
            confine(limits);
            errno = 0;
            const std::string done = work();
            if (errno == ENOMEM) { // libdw goes on without what it has no memory for
                return 1;
            }
            result.write(done);
            return has_ended;
        });
        if (!child.ends_within(std::chrono::seconds(limits.seconds))) {
            child.signal(SIGKILL);
        }
        return child.wait().exit_code == has_ended ? std::optional(result.text()) : std::nullopt;
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

} // namespace platform::iss
