// SPDX-License-Identifier: Apache-2.0
#include <iss/host/confined.h>

#include <process/descriptor.h>
#include <process/die_with_parent.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

namespace platform::iss {

namespace {

void limit(int resource, std::uint64_t value) {
    const rlimit both{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) {
        ::_exit(1); // not without it
    }
}

/// The size of the address space, in bytes.
std::uint64_t memory_in_use() {
    unsigned long long pages = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "re");
    if (file == nullptr || std::fscanf(file, "%llu", &pages) != 1) {
        ::_exit(1);
    }
    std::fclose(file);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void confine(const confinement& limits) {
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::dup2(nowhere, stream) < 0) {
            ::_exit(1);
        }
    }
    // Those of this program may want to go on.
    for (const int number : {SIGALRM, SIGXCPU, SIGTERM, SIGINT, SIGHUP}) {
        std::signal(number, SIG_DFL);
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits.cpu_seconds);
    limit(RLIMIT_AS, memory_in_use() + limits.memory);
    limit(RLIMIT_NOFILE, 0); // for new ones
    ::alarm(limits.seconds);
}

bool write_all(int file, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(file, text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

/// \return without the rest of a text that is longer than `longest`, but longer itself
std::string read_all(int file, std::size_t longest) {
    std::string text;
    char buffer[1U << 16U];
    while (text.size() <= longest) {
        const ssize_t count = ::read(file, buffer, sizeof buffer);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        text.append(buffer, count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return text;
}

[[noreturn]] void be_child(const std::function<std::string()>& work, int output,
                           const confinement& limits) {
    bool is_done = false;
    try {
        confine(limits);
        // The mark says that this is all.
        is_done = write_all(output, work() + '.');
    } catch (...) {
        // An empty result says it.
    }
    ::_exit(is_done ? 0 : 1);
}

} // namespace

std::string run_confined(const std::function<std::string()>& work, const confinement& limits) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return {};
    }
    const process::descriptor input(ends[0]);
    process::descriptor output(ends[1]);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        return {};
    }
    if (child == 0) {
        process::die_with_parent(parent);
        be_child(work, output.get(), limits);
    }
    output = process::descriptor();
    std::string result = read_all(input.get(), limits.result);
    ::kill(child, SIGKILL); // it has nothing more to say
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (result.empty() || result.size() > limits.result || result.back() != '.') {
        return {};
    }
    result.pop_back();
    return result;
}

} // namespace platform::iss
