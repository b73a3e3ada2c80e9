// SPDX-License-Identifier: Apache-2.0
#include <sweep/point_runner.h>

#include <process/die_with_parent.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr std::size_t most_log = 8192; ///< characters of each output that are kept
constexpr std::uint64_t most_data = std::uint64_t{64} << 20U;
constexpr std::uint64_t most_output = std::uint64_t{64} << 20U; ///< bytes of each file of a point
/// Address space that a simulator reserves without using it, and its program.
constexpr std::uint64_t reserved_mebibytes = 2 * 1024 + 512;
constexpr std::chrono::seconds time_to_end{3}; ///< after SIGTERM

const sigset_t& watched() {
    static const sigset_t set = [] {
        sigset_t s;
        ::sigemptyset(&s);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM}) {
            ::sigaddset(&s, signal);
        }
        return s;
    }();
    return set;
}

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

void limit(int resource, std::uint64_t value) {
    const rlimit both{value, value};
    ::setrlimit(resource, &both); // what cannot be limited more than it is stays as it is
}

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

/// The end of a file; nothing if there is none.
std::string tail_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) {
        return "";
    }
    const auto size = static_cast<std::size_t>(in.tellg());
    const std::size_t from = size > most_log ? size - most_log : 0;
    std::string text(size - from, '\0');
    in.seekg(static_cast<std::streamoff>(from));
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    return (from != 0 ? "... " : "") + text;
}

std::string text_of(double number) {
    std::ostringstream text;
    text << number;
    return text.str();
}

json number_or_null(const std::string& digits) {
    const bool is_number =
        !digits.empty() && digits.size() < 20 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? json(std::stoull(digits)) : json(nullptr);
}

} // namespace

signal_watch::signal_watch() {
    ::pthread_sigmask(SIG_BLOCK, &watched(), &m_before);
}

signal_watch::~signal_watch() {
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

bool signal_watch::wait(std::chrono::milliseconds longest) {
    const timespec limit{longest.count() / 1000, longest.count() % 1000 * 1'000'000};
    const int signal = ::sigtimedwait(&watched(), nullptr, &limit);
    m_is_stop_asked = m_is_stop_asked || signal == SIGINT || signal == SIGTERM;
    return m_is_stop_asked;
}

scratch_folder::scratch_folder(const store& of) {
    static unsigned number = 0;
    m_path = of.path("tmp/" + host_name() + "-" + std::to_string(::getpid()) + "-" +
                     std::to_string(++number));
    make_folder(m_path);
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

void scratch_folder::remove_stale(const store& of) {
    const std::string prefix = host_name() + "-";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(of.path("tmp"), ignored)) {
        const std::string name = entry.path().filename();
        if (name.rfind(prefix, 0) == 0) {
            const pid_t pid = std::atoi(name.c_str() + prefix.size());
            if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH) {
                std::filesystem::remove_all(entry.path(), ignored);
            }
        }
    }
}

point_runner::point_runner(const plan& of, const store& results, std::string program)
    : m_plan(of), m_store(results), m_program(std::move(program)), m_scratch(results) {
}

point_runner::~point_runner() {
    for (const process& p : m_running) {
        ::kill(-p.pid, SIGKILL);
    }
    for (const process& p : m_running) {
        while (::waitpid(p.pid, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

std::vector<std::uint64_t> point_runner::indices() const {
    std::vector<std::uint64_t> all;
    all.reserve(m_running.size());
    for (const process& p : m_running) {
        all.push_back(p.index);
    }
    return all;
}

void point_runner::start(std::uint64_t index) {
    process p;
    p.index = index;
    p.kind = m_plan.kind_of(index);
    p.arguments = m_plan.arguments(index);
    p.files = m_scratch.path() + "/" + std::to_string(++m_started);
    if (p.kind == plan::kind::counts_of_firmware) {
        p.arguments.insert(p.arguments.begin() + 1, {"-j", "-o", p.files + ".data"});
    } else if (p.kind == plan::kind::json_of_program) {
        p.arguments.insert(p.arguments.begin() + 1, {"--json", p.files + ".data"});
        if (p.arguments.front() == "stat") { // that has the counts, too
            p.arguments.insert(p.arguments.begin() + 1, {"-o", "/dev/null"});
        }
    }
    const pid_t parent = ::getpid();
    p.begun = clock::now();
    p.deadline = p.begun + std::chrono::duration_cast<clock::duration>(
                               std::chrono::duration<double>(m_plan.of().limits.seconds));
    p.pid = ::fork();
    if (p.pid < 0) {
        throw sweep_error(std::string("cannot start a process: ") + std::strerror(errno));
    }
    if (p.pid == 0) {
        become(p, parent);
    }
    ::setpgid(p.pid, p.pid); // here too, so that it is done before anybody sends a signal
    m_running.push_back(std::move(p));
}

void point_runner::become(const process& p, pid_t parent) const {
    ::setpgid(0, 0);
    platform::process::die_with_parent(parent);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, most_output);
    if (const std::uint64_t mebibytes = m_plan.of().limits.mebibytes; mebibytes != 0) {
        limit(RLIMIT_AS, (mebibytes + reserved_mebibytes) << 20U);
    }
    const auto redirect = [](int descriptor, const std::string& path, int flags) {
        const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
        if (file < 0 || ::dup2(file, descriptor) < 0) {
            ::_exit(127);
        }
    };
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, p.files + ".out", O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, p.files + ".err", O_WRONLY | O_CREAT);
    std::vector<std::string> arguments = p.arguments;
    std::vector<char*> argv;
    std::string name = "pmu_run";
    argv.reserve(arguments.size() + 2);
    argv.push_back(name.data());
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGXFSZ, SIG_DFL);
    if (::chdir(m_store.folder().c_str()) == 0) {
        ::execv(m_program.c_str(), argv.data());
    }
    const std::string message = "cannot start " + m_program + ": " + std::strerror(errno) + "\n";
    if (::write(STDERR_FILENO, message.data(), message.size()) < 0) {
        ::_exit(126);
    }
    ::_exit(127);
}

std::chrono::milliseconds point_runner::patience() const {
    std::chrono::milliseconds least{1000};
    const clock::time_point now = clock::now();
    for (const process& p : m_running) {
        least = std::min(
            least, std::chrono::ceil<std::chrono::milliseconds>(std::max(p.deadline - now, {})));
    }
    return least;
}

std::vector<finished_point> point_runner::reap() {
    std::vector<finished_point> finished;
    for (std::size_t i = 0; i != m_running.size();) {
        process& p = m_running[i];
        int status = 0;
        rusage used{};
        if (::wait4(p.pid, &status, WNOHANG, &used) == p.pid) {
            ::kill(-p.pid, SIGKILL); // what it may have left behind
            finished.push_back(finish(p, status, used));
            m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(i));
            continue;
        }
        if (clock::now() >= p.deadline) {
            ::kill(-p.pid, p.sent++ == 0 ? SIGTERM : SIGKILL);
            p.deadline = clock::now() + time_to_end;
        }
        ++i;
    }
    return finished;
}

finished_point point_runner::finish(const process& p, int status, const rusage& used) {
    finished_point point;
    point.index = p.index;
    point.wall_s = std::chrono::duration<double>(clock::now() - p.begun).count();
    const std::string key = m_plan.key(p.index);
    json record = record_of(p, used, point.wall_s);
    record["key"] = key;
    point.reason = fault(p, status, record);
    point.succeeded = point.reason.empty();
    if (point.succeeded) {
        point.is_new = m_store.add_result(key, record);
    } else {
        record["reason"] = point.reason;
        record["point"] = m_plan.points().describe(p.index);
        record["err"] = tail_of(p.files + ".err");
        record["out"] = tail_of(p.files + ".out");
        point.attempts = m_store.add_failure(key, record);
    }
    for (const char* name : {".out", ".err", ".data"}) {
        ::unlink((p.files + name).c_str());
    }
    return point;
}

json point_runner::record_of(const process& p, const rusage& used, double wall_s) const {
    return {{"format", 1},
            {"pmu_run", m_plan.program().version},
            {"arguments", m_plan.arguments(p.index)},
            {"host", host_name()},
            {"finished", now_text()},
            {"wall_s", wall_s},
            {"cpu_s", seconds(used.ru_utime) + seconds(used.ru_stime)},
            {"max_rss_kib", used.ru_maxrss}};
}

/// What was wrong with a run; empty: nothing, and its figures are in the record.
std::string point_runner::fault(const process& p, int status, json& record) const {
    if (p.sent != 0) {
        return "took more than " + text_of(m_plan.of().limits.seconds) + " s";
    }
    if (WIFSIGNALED(status)) {
        return std::string("ended by the signal ") + ::strsignal(WTERMSIG(status));
    }
    const int code = WEXITSTATUS(status);
    record["exit_code"] = code;
    if (m_plan.of().exit_codes.count(code) == 0) {
        return "exit code " + std::to_string(code);
    }
    try {
        read_figures(p, record);
    } catch (const std::exception& e) {
        return std::string("its figures cannot be read: ") + e.what();
    }
    return "";
}

void point_runner::read_figures(const process& p, json& record) const {
    if (p.kind == plan::kind::none) {
        return;
    }
    const std::string text = read_file(p.files + ".data", most_data);
    json events = json::object();
    if (p.kind == plan::kind::json_of_program) {
        const json program = parse_json("results", text).at("programs").at(0);
        record["cycles"] = program.at("edges");
        for (const json& e : program.value("totals", json::array())) {
            events[e.at("name").get<std::string>()] = e.at("total");
        }
        record["registers"] = program.at("registers");
    } else {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const json e = parse_json("counts", line);
            const json count = number_or_null(e.at("counter-value").get<std::string>());
            const auto name = e.at("event").get<std::string>();
            if (name == "cycles") {
                record["cycles"] = count;
            } else {
                events[name] = count;
            }
            if (e.value("metric-unit", "") == "insn per cycle") {
                record["instructions"] = count;
            }
            record["simulated_ns"] = e.at("event-runtime");
        }
    }
    record["events"] = std::move(events);
}

} // namespace platform::sweep
