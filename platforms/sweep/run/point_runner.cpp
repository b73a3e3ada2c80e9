// SPDX-License-Identifier: Apache-2.0
#include <sweep/run/point_runner.h>

#include <process/input_file.h>
#include <sweep/plan/verdict.h>
#include <sweep/store/store_lock.h>

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

std::vector<std::uint64_t> point_runner::indices() const {
    std::vector<std::uint64_t> all;
    all.reserve(m_running.size());
    for (const running_point& p : m_running) {
        all.push_back(p.index);
    }
    return all;
}

void point_runner::start(std::uint64_t index) {
    running_point p;
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
    p.begun = clock::now();
    p.deadline = p.begun + std::chrono::duration_cast<clock::duration>(
                               std::chrono::duration<double>(m_plan.of().limits.seconds));
    p.child.emplace([&] { return become(p); });
    m_running.push_back(std::move(p));
}

int point_runner::become(const running_point& p) const {
    const auto file = [&](const char* kind) {
        return ::open((p.files + kind).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    };
    process::detach(file(".out"), file(".err"));
    process::limit(RLIMIT_CORE, 0);
    process::limit(RLIMIT_FSIZE, most_output);
    if (const std::uint64_t mebibytes = m_plan.of().limits.mebibytes; mebibytes != 0) {
        const bool is_simulator = p.kind != plan::kind::json_of_program;
        process::limit(RLIMIT_AS,
                       (mebibytes + reserved_mebibytes + (is_simulator ? reserved_by_simulator : 0))
                           << 20U);
    }
    std::vector<std::string> words = p.arguments;
    words.insert(words.begin(), "pmu_run");
    std::filesystem::current_path(m_store.path(p.folder));
    return process::execute(std::move(words), m_program);
}

std::chrono::milliseconds point_runner::patience() const {
    std::chrono::milliseconds least{1000};
    const clock::time_point now = clock::now();
    for (const running_point& p : m_running) {
        least = std::min(
            least, std::chrono::ceil<std::chrono::milliseconds>(std::max(p.deadline - now, {})));
    }
    return least;
}

std::vector<finished_point> point_runner::reap() {
    std::vector<finished_point> finished;
    for (std::size_t i = 0; i != m_running.size();) {
        running_point& p = m_running[i];
        if (p.child->has_ended()) {
            p.child->signal(SIGKILL); // what it may have left behind
            finished.push_back(finish(p));
            m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(i));
            continue;
        }
        if (!p.is_too_large && has_too_much(p)) {
            p.is_too_large = true;
            p.child->signal(SIGKILL);
        }
        if (clock::now() >= p.deadline) {
            p.child->signal(p.sent++ == 0 ? SIGTERM : SIGKILL);
            p.deadline = clock::now() + time_to_end;
        }
        ++i;
    }
    return finished;
}

/// Of memory, now.
bool point_runner::has_too_much(const running_point& p) const {
    const std::uint64_t most = m_plan.of().limits.mebibytes;
    if (most == 0) {
        return false;
    }
    std::ifstream in("/proc/" + std::to_string(p.child->id()) + "/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    return in >> size >> resident &&
           resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) > most << 20U;
}

finished_point point_runner::finish(running_point& p) {
    const process::ending& end = p.child->wait();
    finished_point point;
    point.index = p.index;
    point.wall_s = std::chrono::duration<double>(clock::now() - p.begun).count();
    const std::string key = m_plan.key(p.index);
    json record = record_of(p, end, point.wall_s);
    record["key"] = key;
    point.reason = fault(p, end, record);
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    const std::uint64_t most = m_plan.of().limits.mebibytes;
    // What it has from this process, until it executes its program, counts as its own there.
    if (p.is_too_large || (most != 0 && end.used.ru_maxrss > own.ru_maxrss &&
                           static_cast<std::uint64_t>(end.used.ru_maxrss) > most * kibibytes)) {
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

json point_runner::record_of(const running_point& p, const process::ending& end,
                             double wall_s) const {
    return {{"format", 1},
            {"pmu_run", m_plan.program().version},
            {"arguments", m_plan.arguments(p.index)},
            {"host", host_name()},
            {"finished", now_text()},
            {"wall_s", wall_s},
            {"cpu_s", end.cpu_seconds()},
            {"max_rss_kib", end.used.ru_maxrss}};
}

/// What was wrong with a run; empty: nothing, and its figures are in the record.
std::string point_runner::fault(const running_point& p, const process::ending& end,
                                json& record) const {
    if (p.sent != 0) {
        return "took more than " + text_of(m_plan.of().limits.seconds) + " s";
    }
    if (end.signal != 0) {
        return std::string("ended by the signal ") + ::strsignal(end.signal);
    }
    const int code = end.exit_code;
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

void point_runner::read_figures(const running_point& p, json& record) const {
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
