// SPDX-License-Identifier: Apache-2.0
#include <sweep/run/point_runner.h>

#include <sweep/json/stat_counts.h>
#include <sweep/plan/verdict.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

using output = plan::output;

constexpr std::size_t most_log = 8192; ///< characters of each output that are kept
constexpr std::uint64_t most_data = std::uint64_t{64} << 20U;
constexpr std::uint64_t most_output = std::uint64_t{64} << 20U; ///< bytes of each file of a point
/// Address space that is reserved and not used: by anything, and by the instruction-set simulator.
constexpr std::uint64_t reserved_mebibytes = 512;
constexpr std::uint64_t reserved_by_simulator = 2048;
constexpr std::uint64_t kibibytes = 1024;      ///< of a mebibyte
constexpr std::chrono::seconds time_to_end{3}; ///< after SIGTERM

std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace

bool signal_watch::wait(std::chrono::milliseconds longest) {
    const timespec limit{longest.count() / 1000, longest.count() % 1000 * 1'000'000};
    const int signal = ::sigtimedwait(&m_watched.set(), nullptr, &limit);
    m_is_stop_asked = m_is_stop_asked || signal == SIGINT || signal == SIGTERM;
    return m_is_stop_asked;
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
    p.run = m_plan.execution_of(index);
    p.files = m_scratch.path() + "/" + std::to_string(++m_started);
    const auto add = [&](std::initializer_list<std::string> options) {
        p.run.arguments.insert(p.run.arguments.begin() + 1, options);
    };
    switch (p.run.figures) {
    case output::none: break;
    case output::counts_of_firmware: add({"-j", "-o", p.files + ".data"}); break;
    case output::json_of_program:
        add({"--json", p.files + ".data"});
        if (p.run.arguments.front() == "stat") { // that has the counts, too
            add({"-o", "/dev/null"});
        }
        break;
    case output::json_of_fuzz: add({"-j"}); break;
    }
    p.begun = clock::now();
    p.deadline = p.begun + std::chrono::duration_cast<clock::duration>(
                               std::chrono::duration<double>(m_plan.of().limits.seconds));
    p.child.emplace([&] { return become(p); });
    m_running.push_back(std::move(p));
}

int point_runner::become(const running_point& p) const {
    process::detach(p.files + ".out", p.files + ".err");
    process::limit(RLIMIT_CORE, 0);
    process::limit(RLIMIT_FSIZE, most_output);
    if (const std::uint64_t mebibytes = m_plan.of().limits.mebibytes; mebibytes != 0) {
        const bool is_simulator = p.run.figures != output::json_of_program;
        process::limit(RLIMIT_AS,
                       (mebibytes + reserved_mebibytes + (is_simulator ? reserved_by_simulator : 0))
                           << 20U);
    }
    std::vector<std::string> words = p.run.arguments;
    words.insert(words.begin(), "pmu_run");
    std::filesystem::current_path(m_store.path(p.run.folder));
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
    const std::optional<process::memory_use> used = process::memory_of(p.child->id());
    return used && used->resident > most << 20U;
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
        point.is_final = judge(m_plan.of(), m_store, key).state == point_state::failed;
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
    } catch (const std::bad_alloc&) {
        throw; // here, and not in the run
    } catch (const std::exception& e) {
        if (reason.empty()) {
            reason = std::string("its figures cannot be read: ") + e.what();
        }
    }
    return reason;
}

void point_runner::read_figures(const running_point& p, json& record) const {
    if (p.run.figures == output::none) {
        return;
    }
    if (p.run.figures == output::json_of_fuzz) {
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
    if (p.run.figures == output::json_of_program) {
        const json program = parse_json("results", text).at("programs").at(0);
        record["cycles"] = program.at("edges");
        for (const json& e : program.value("totals", json::array())) {
            events[e.at("name").get<std::string>()] = e.at("total");
        }
        record["registers"] = program.at("registers");
    } else {
        for (const stat_count& c : read_stat_counts("counts", text)) {
            const json count = c.count ? json(*c.count) : json(nullptr);
            (c.event == "cycles" ? record["cycles"] : events[c.event]) = count;
            if (c.metric_unit == "insn per cycle") {
                record["instructions"] = count;
            }
            record["simulated_ns"] = c.runtime_ns;
        }
    }
    record["events"] = std::move(events);
}

} // namespace platform::sweep
