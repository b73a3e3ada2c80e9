// SPDX-License-Identifier: Apache-2.0
#include <process/child.h>
#include <process/input_file.h>
#include <process/lack_of_memory.h>
#include <process/text_streams.h>
#include <process/uninterrupted.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <thread>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace platform::process {

namespace {

constexpr int cannot_prepare = 126;
constexpr int cannot_start = 127;

[[noreturn]] void fail(const char* what) {
    throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

/// Just made. \param parent that made it
[[noreturn]] void be_child(const std::function<int()>& body, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // exec() keeps it
    if (::getppid() != parent) {        // has ended before
        ::_exit(1);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    int code = 1;
    try {
        code = body();
    } catch (const std::bad_alloc&) {
        ::dprintf(STDERR_FILENO, "%s\n", no_memory_left);
    } catch (const std::exception& e) {
        ::dprintf(STDERR_FILENO, "%s\n", e.what());
    } catch (...) { // which has no words
    }
    ::_exit(code);
}

/// For the body of a child: what cannot be opened is told on standard error.
descriptor open_or_tell(const std::string& path, int flags) {
    descriptor file = open_file(path, flags);
    if (!file) {
        ::dprintf(STDERR_FILENO, "cannot open %s: %s\n", path.c_str(), std::strerror(errno));
    }
    return file;
}

} // namespace

memory_file::memory_file() : m_file(::memfd_create("memory", MFD_CLOEXEC)) {
    if (!m_file) {
        fail("no memory for output");
    }
}

std::string memory_file::text() const {
    std::string all(static_cast<std::size_t>(::lseek(number(), 0, SEEK_END)), ' ');
    const ssize_t size = read_at(number(), 0, all.data(), all.size());
    if (size < 0) {
        fail("cannot read what a child has left");
    }
    all.resize(static_cast<std::size_t>(size));
    return all;
}

void memory_file::write(std::string_view text) const {
    if (!write_all(number(), text)) {
        fail("no memory for output");
    }
}

double ending::cpu_seconds() const {
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

std::string ending::text() const {
    return signal != 0 ? "signal " + std::to_string(signal)
                       : "exit code " + std::to_string(exit_code);
}

child::child(const std::function<int()>& body) {
    const pid_t parent = ::getpid();
    m_id = ::fork();
    if (m_id < 0) {
        fail("cannot start a process");
    }
    if (m_id == 0) {
        be_child(body, parent);
    }
}

child::~child() {
    if (m_id != 0 && !m_ending) {
        signal(SIGKILL);
        wait();
    }
}

void child::signal(int number) const {
    if (::kill(-m_id, number) != 0 && !m_ending) {
        ::kill(m_id, number);
    }
}

bool child::has_ended() {
    return take(WNOHANG);
}

const ending& child::wait() {
    take(0);
    return *m_ending;
}

bool child::ends_within(std::chrono::milliseconds longest, const stop_question& stop_asked) {
    constexpr std::chrono::microseconds longest_pause(5000);
    std::chrono::microseconds pause(100);
    // While this process does not run, the machine may stand still: that is not the child's time.
    constexpr std::chrono::milliseconds longest_step(200);
    std::chrono::steady_clock::duration waited{};
    auto before = std::chrono::steady_clock::now();
    while (!has_ended()) {
        const auto now = std::chrono::steady_clock::now();
        waited += std::min<std::chrono::steady_clock::duration>(now - before, longest_step);
        before = now;
        if (waited >= longest || (stop_asked && stop_asked())) {
            return false;
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, longest_pause);
    }
    return true;
}

bool child::take(int options) {
    if (m_ending) {
        return true;
    }
    ending how;
    int status = 0;
    pid_t ended = 0;
    do { // NOLINT(cppcoreguidelines-avoid-do-while)
        ended = ::wait4(m_id, &status, options, &how.used);
    } while (ended < 0 && errno == EINTR);
    if (ended == 0) {
        return false;
    }
    if (ended > 0) { // else somebody ignores SIGCHLD, and how it ended is lost
        how.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        how.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    m_ending = how;
    return true;
}

std::optional<memory_use> memory_of(pid_t id) {
    constexpr std::uint64_t most_bytes = 4096;
    try {
        text_reader pages(read_whole("/proc/" + std::to_string(id) + "/statm", most_bytes));
        memory_use use;
        if (!(pages >> use.address_space >> use.resident)) {
            return std::nullopt;
        }
        const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
        return memory_use{use.address_space * page, use.resident * page};
    } catch (const input_error&) {
        return std::nullopt;
    }
}

void redirect(int number, int to) {
    if (::dup2(to, number) < 0) {
        ::_exit(cannot_prepare);
    }
}

void redirect(int number, const std::string& path, int flags) {
    redirect(number, open_or_tell(path, flags).get());
}

void detach(int out, int err) {
    ::setpgid(0, 0);
    redirect(STDIN_FILENO, "/dev/null");
    redirect(STDOUT_FILENO, out);
    redirect(STDERR_FILENO, err);
}

void detach(const std::string& out, const std::string& err) {
    constexpr int appending = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW;
    const descriptor out_file = open_or_tell(out, appending);
    const descriptor err_file = open_or_tell(err, appending);
    detach(out_file.get(), err_file.get());
}

void limit(__rlimit_resource resource, rlim_t most) {
    rlimit both{};
    if (::getrlimit(resource, &both) == 0) {
        both.rlim_cur = both.rlim_max = std::min(most, both.rlim_max);
        if (::setrlimit(resource, &both) == 0) {
            return;
        }
    }
    ::_exit(cannot_prepare);
}

int execute(std::vector<std::string> words, std::string program) {
    if (program.empty()) {
        program = words.front();
    }
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    for (const int number : {SIGPIPE, SIGXFSZ}) { // standard_streams ignores them
        ::signal(number, SIG_DFL);
    }
    ::execvp(program.c_str(), argv.data());
    ::dprintf(STDERR_FILENO, "cannot start %s: %s\n", program.c_str(), std::strerror(errno));
    return cannot_start;
}

bool is_command(const std::string& word) {
    const auto is_program = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (word.find('/') != std::string::npos) {
        return is_program(word);
    }
    const char* const path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
    text_reader folders(path != nullptr ? path : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (is_program((folder.empty() ? "." : folder) + "/" + word)) {
            return true;
        }
    }
    return false;
}

} // namespace platform::process
