// SPDX-License-Identifier: Apache-2.0
#include "campaign.h"

#include "firmware_trial.h"
#include "program_trial.h"

#include <process/folders.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace platform::fuzz {

namespace {

using clock = std::chrono::steady_clock;

std::optional<std::uint64_t> read_seed(const std::string& text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

/// A new folder, as long as it is needed.
class temporary_folder {
public:
    temporary_folder() {
        m_path = (std::filesystem::temp_directory_path() / "pmu_fuzz_XXXXXX").string();
        if (::mkdtemp(m_path.data()) == nullptr) {
            throw std::runtime_error("cannot make the folder " + m_path + ": " +
                                     std::strerror(errno));
        }
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() { process::remove_all(m_path); }

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

/// Firmware has nothing that could be less.
void simplify(fuzz_case& /*c*/, const std::function<bool(const fuzz_case&)>& /*still_fails*/) {
}

void simplify(program_case& c, const std::function<bool(const program_case&)>& still_fails) {
    for (std::size_t n = 0; n < c.statements.size();) {
        const std::vector<std::string> candidates = simpler(c.statements[n]);
        const bool is_simplified =
            std::any_of(candidates.begin(), candidates.end(), [&](const std::string& s) {
                program_case simplified = c;
                simplified.statements[n] = s;
                const bool fails = still_fails(simplified);
                c = fails ? simplified : c;
                return fails;
            });
        n += is_simplified ? 0 : 1;
    }
}

/// Takes out as much as it can without losing the finding: halves first, single places last, and
/// those again as long as that helps.
template <class Case, class Trial>
Case minimised(const Case& original, const finding& expected, const Trial& t,
               const trial_place& place) {
    Case best = original;
    const std::size_t count = places(original);
    std::vector<bool> is_dropped(count);
    bool helps = false;
    for (std::size_t size = count; size != 0; size = size == 1 ? (helps ? 1 : 0) : size / 2) {
        helps = false;
        for (std::size_t first = 0; first < count; first += size) {
            const std::size_t end = std::min(first + size, count);
            const auto begin = is_dropped.begin() + static_cast<std::ptrdiff_t>(first);
            const auto past = is_dropped.begin() + static_cast<std::ptrdiff_t>(end);
            if (std::all_of(begin, past, [](bool b) { return b; })) {
                continue;
            }
            Case smaller = best;
            drop(smaller, first, end);
            if (place.is_stopped()) {
                return best;
            }
            if (t.judge_again(smaller, expected).what == expected.what) {
                best = smaller;
                std::fill(begin, past, true);
                helps = true;
            }
        }
    }
    simplify(best, [&](const Case& simplified) {
        return !place.is_stopped() && t.judge_again(simplified, expected).what == expected.what;
    });
    return best;
}

class campaign {
public:
    campaign(const campaign_request& request,
             const std::function<void(const case_result&)>& on_case)
        : m_request(request), m_on_case(on_case), m_next(request.seeds.first) {}

    campaign_outcome run() {
        std::vector<std::thread> jobs;
        for (unsigned n = 0; n < m_request.jobs; ++n) {
            or_fail([&] { jobs.emplace_back([this] { or_fail([this] { work(); }); }); });
        }
        for (std::thread& job : jobs) {
            job.join();
        }
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        m_outcome.is_stopped = is_stopped();
        std::sort(m_outcome.findings.begin(), m_outcome.findings.end(),
                  [](const case_result& a, const case_result& b) {
                      return std::tuple(a.seed, std::string(a.kind)) <
                             std::tuple(b.seed, std::string(b.kind));
                  });
        return std::move(m_outcome);
    }

private:
    bool is_stopped() const { return m_request.place.is_stopped(); }
    bool is_over() const {
        return is_stopped() || m_failed ||
               (m_request.seconds > 0 &&
                clock::now() - m_begin >= std::chrono::duration<double>(m_request.seconds));
    }

    /// Whatever throws ends all jobs.
    template <class Call>
    void or_fail(const Call& call) {
        try {
            call();
        } catch (...) {
            const std::lock_guard<std::mutex> lock(m_mutex);
            m_failure = std::current_exception();
            m_failed = true;
        }
    }

    void work() {
        const temporary_folder folder;
        trial_place place = m_request.place;
        place.folder = folder.path();
        while (!is_over()) {
            const std::uint64_t seed = m_next++;
            if (seed > m_request.seeds.last || seed < m_request.seeds.first) {
                return;
            }
            if (m_request.programs != nullptr) {
                const auto& [unit, events] = *m_request.programs;
                take(seed, "program", random_program({seed, m_request.instructions}, unit, events),
                     program_trial(place), place);
            }
            if (m_request.has_firmware && !is_over()) {
                take(seed, "firmware",
                     random_firmware({seed, m_request.part, m_request.instructions}),
                     firmware_trial(place), place);
            }
        }
    }

    template <class Case, class Trial>
    void take(std::uint64_t seed, const char* kind, const Case& c, const Trial& t,
              const trial_place& place) {
        case_result result{seed, kind, c.part, t.judge(c), {}, {}};
        if (is_stopped()) { // then it means nothing
            return;
        }
        if (result.found && (!m_request.keep.empty() || m_request.shows_programs)) {
            const Case smallest = minimised(c, result.found, t, place);
            const finding again = t.judge_again(smallest, result.found);
            result.found.detail = again ? again.detail : result.found.detail;
            const std::string name = (m_request.keep.empty() ? "" : m_request.keep + '/') + c.part +
                                     '_' + kind + '_' + std::to_string(seed);
            result.contents = contents_of(smallest, name, result.found, t);
            for (const auto& [file, contents] : result.contents) {
                if (!m_request.keep.empty()) {
                    write_case(file, contents);
                    result.files.push_back(file);
                }
            }
        }
        const std::lock_guard<std::mutex> lock(m_mutex);
        ++m_outcome.cases;
        m_outcome.compared += result.found.is_compared ? 1 : 0;
        if (m_on_case) {
            m_on_case(result);
        }
        if (result.found) {
            m_outcome.findings.push_back(std::move(result));
        }
    }

    template <class Trial, class Case>
    static std::string commands(const Case& c, const finding& f, const Trial& t,
                                const std::string& file, const char* comment) {
        std::set<std::string> different;
        std::string text;
        for (std::vector<std::string> words : t.commands(c, f, file)) {
            words.front() = "pmu_run";
            std::string line = comment;
            for (const std::string& word : words) {
                line += word + ' ';
            }
            line.back() = '\n';
            text += different.insert(line).second ? line : std::string();
        }
        return text;
    }

    using file_contents = std::vector<std::pair<std::string, std::string>>;

    /// An ELF file, and beside it what it is about.
    file_contents contents_of(const fuzz_case& c, const std::string& name, const finding& f,
                              const firmware_trial& t) const {
        return {{name + ".elf", elf_of(c)},
                {name + ".txt", f.what + '\n' + commands(c, f, t, name + ".elf", "") + f.detail +
                                    '\n' + listing(c)}};
    }

    /// A program that says in comments what it is about.
    file_contents contents_of(const program_case& c, const std::string& name, const finding& f,
                              const program_trial& t) const {
        std::string text = commands(c, f, t, name + ".pmu", "# ");
        for (const std::string& line : lines_of(f.detail)) {
            text += "# " + line + '\n';
        }
        const std::string& option = m_request.place.against;
        text +=
            option.empty() ? text_of(c) : "# and without this option:\n" + text_of(c, option, true);
        return {{name + ".pmu", text}};
    }

    const campaign_request& m_request;
    const std::function<void(const case_result&)>& m_on_case;
    const clock::time_point m_begin = clock::now();
    std::atomic<std::uint64_t> m_next;
    std::atomic<bool> m_failed{false};
    std::mutex m_mutex;
    std::exception_ptr m_failure;
    campaign_outcome m_outcome;
};

} // namespace

std::optional<seed_range> read_seeds(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto first = read_seed(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : read_seed(text.substr(dots + 2));
    if (!first || !last || *last < *first) {
        return std::nullopt;
    }
    return seed_range{*first, *last};
}

campaign_outcome run_campaign(const campaign_request& request,
                              const std::function<void(const case_result&)>& on_case) {
    return campaign(request, on_case).run();
}

} // namespace platform::fuzz
