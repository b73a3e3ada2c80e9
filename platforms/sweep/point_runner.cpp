// SPDX-License-Identifier: Apache-2.0
#include <sweep/point_runner.h>

#include <process/die_with_parent.h>
#include <process/input_file.h>
#include <sweep/store_lock.h>
#include <sweep/verdict.h>

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
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr std::size_t most_log = 8192; ///< characters of each output that are kept
constexpr std::uint64_t most_data = std::uint64_t{64} << 20U;
constexpr std::uint64_t most_output = std::uint64_t{64} << 20U; ///< bytes of each file of a point
/// Address space that is reserved and not used: by anything, and by the instruction-set simulator.
constexpr std::uint64_t reserved_mebibytes = 512;
constexpr std::uint64_t reserved_by_simulator = 2048;
constexpr std::uint64_t kibibytes = 1024;      ///< of a mebibyte
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

/// Of the machine since it was started: several may share the name of a host, and a lock is seen
/// where it was taken.
std::string machine_name() {
    constexpr std::uint64_t most_bytes = 64;
    std::string name = process::read_whole("/proc/sys/kernel/random/boot_id", most_bytes);
    name.erase(std::remove(name.begin(), name.end(), '\n'), name.end());
    return name;
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

constexpr const char* owner_name = "/owner"; ///< of the file that the owner of a folder locks
constexpr time_t time_to_lock = 60;          ///< seconds between making a folder and locking it

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
    // remove_stale() of another process may come between making a folder and locking it.
    for (struct stat status{}; status.st_nlink == 0;) {
        m_path = of.path(store::scratch) + "/" + machine_name() + "-XXXXXX";
        if (::mkdtemp(m_path.data()) == nullptr) {
            throw sweep_error("cannot make the folder " + m_path + ": " + std::strerror(errno));
        }
        const std::string owner = m_path + owner_name;
        m_lock = open_lock(owner, O_RDWR | O_CREAT | O_EXCL);
        if (!m_lock && errno != ENOENT) {
            throw sweep_error("cannot write " + owner + ": " + std::strerror(errno));
        }
        if (m_lock) {
            ::flock(m_lock.get(), LOCK_EX); // where there are no locks, nobody removes it
            ::fstat(m_lock.get(), &status);
        }
    }
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

void scratch_folder::remove_stale(const store& of) {
    const std::string prefix = machine_name() + "-";
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(of.path(store::scratch), ignored)) {
        const std::string name = entry.path().filename();
        if (name.rfind(prefix, 0) != 0) {
            continue;
        }
        const std::string owner_path = entry.path().string() + owner_name;
        const process::descriptor owner = open_lock(owner_path, O_RDWR);
        struct stat status {};
        const bool is_stale = owner
                                  ? ::flock(owner.get(), LOCK_EX | LOCK_NB) == 0 &&
                                        is_lock_kept(owner_path) // else everybody gets it
                                  : errno == ENOENT && ::stat(entry.path().c_str(), &status) == 0 &&
                                        status.st_mtime + time_to_lock < std::time(nullptr);
        if (is_stale) {
            std::filesystem::remove_all(entry.path(), ignored);
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
    plan::execution execution = m_plan.execution_of(index);
    p.arguments = std::move(execution.arguments);
    p.folder = std::move(execution.folder);
    p.files = m_scratch.path() + "/" + std::to_string(++m_started);
    if (p.kind == plan::kind::counts_of_firmware) {
        p.arguments.insert(p.arguments.begin() + 1, {"-j", "-o", p.files + ".data"});
    } else if (p.kind == plan::kind::json_of_program) {
        p.arguments.insert(p.arguments.begin() + 1, {"--json", p.files + ".data"});
        if (p.arguments.front() == "stat") { // that has the counts, too
            p.arguments.insert(p.arguments.begin() + 1, {"-o", "/dev/null"});
        }
    } else if (p.kind == plan::kind::json_of_fuzz) {
        p.arguments.insert(p.arguments.begin() + 1, "-j");
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
        const bool is_simulator = p.kind != plan::kind::json_of_program;
        limit(RLIMIT_AS,
              (mebibytes + reserved_mebibytes + (is_simulator ? reserved_by_simulator : 0)) << 20U);
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
    if (::chdir(m_store.path(p.folder).c_str()) == 0) {
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
        if (!p.is_too_large && has_too_much(p)) {
            p.is_too_large = true;
            ::kill(-p.pid, SIGKILL);
        }
        if (clock::now() >= p.deadline) {
            ::kill(-p.pid, p.sent++ == 0 ? SIGTERM : SIGKILL);
            p.deadline = clock::now() + time_to_end;
        }
        ++i;
    }
    return finished;
}

/// Of memory, now.
bool point_runner::has_too_much(const process& p) const {
    const std::uint64_t most = m_plan.of().limits.mebibytes;
    if (most == 0) {
        return false;
    }
    std::ifstream in("/proc/" + std::to_string(p.pid) + "/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    return in >> size >> resident &&
           resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) > most << 20U;
}

finished_point point_runner::finish(const process& p, int status, const rusage& used) {
    finished_point point;
    point.index = p.index;
    point.wall_s = std::chrono::duration<double>(clock::now() - p.begun).count();
    const std::string key = m_plan.key(p.index);
    json record = record_of(p, used, point.wall_s);
    record["key"] = key;
    point.reason = fault(p, status, record);
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    const std::uint64_t most = m_plan.of().limits.mebibytes;
    // What it has from this process, until it executes its program, counts as its own there.
    if (p.is_too_large || (most != 0 && used.ru_maxrss > own.ru_maxrss &&
                           static_cast<std::uint64_t>(used.ru_maxrss) > most * kibibytes)) {
        point.reason = "took more than " + std::to_string(most) + " MiB of memory";
        record.erase(has_figures);
    }
    point.succeeded = point.reason.empty();
    if (point.succeeded) {
        point.is_new = m_store.add_result(key, record);
    } else {
        record["reason"] = point.reason;
        record["point"] = m_plan.points().describe(p.index);
        record["err"] = tail_of(p.files + ".err", most_log);
        record["out"] = tail_of(p.files + ".out", most_log);
        m_store.add_failure(key, record);
        point.is_final = judge(m_plan.of(), m_store, key).state == point_verdict::failed;
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
    std::string reason = fault_of_exit_code(m_plan.of(), code);
    try {
        read_figures(p, record);
        record[has_figures] = true;
    } catch (const std::exception& e) {
        if (reason.empty()) {
            reason = std::string("its figures cannot be read: ") + e.what();
        }
    }
    return reason;
}

void point_runner::read_figures(const process& p, json& record) const {
    if (p.kind == plan::kind::none) {
        return;
    }
    if (p.kind == plan::kind::json_of_fuzz) {
        const std::string name = p.files + ".out";
        const json report = parse_json("results", read_file(name, most_data));
        record["cases"] = report.at("cases");
        record["compared"] = report.at("compared");
        record["findings"] = report.at("findings").size();
        record["found"] = report.at("findings"); // whole, with the programs
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
