// SPDX-License-Identifier: Apache-2.0
// Runs random firmware, which may do anything but break a run: see README.md.
#include "random_firmware.h"
#include "trial.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

namespace fuzz {

namespace {

struct request {
    std::string pmu_run;
    std::string seeds = "1..200";
    double seconds = 0;
    unsigned jobs = 1;
    std::string keep;
    bool minimises = false;
    bool compares = true;
    bool is_verbose = false;
    run_limits limits;
};

struct seed_range {
    std::uint64_t first;
    std::uint64_t last;
};

seed_range parse_seeds(const std::string& text) {
    const std::size_t dots = text.find("..");
    const std::string last = dots == std::string::npos ? text : text.substr(dots + 2);
    return {std::stoull(text.substr(0, dots)), std::stoull(last)};
}

/// Replaces as many instructions by NOP as it can without losing the finding.
fuzz_case minimised(const fuzz_case& original, const finding& expected, const trial& t) {
    struct place {
        std::size_t block;
        std::size_t word;
    };
    std::vector<place> places;
    for (std::size_t b = 0; b < original.memory.size(); ++b) {
        for (std::size_t w = 0; w < original.memory[b].words.size(); ++w) {
            if (original.memory[b].kinds.at(w) != memory_block::content::other) {
                places.push_back({b, w});
            }
        }
    }
    fuzz_case best = original;
    const auto without = [&](std::size_t first, std::size_t end) {
        fuzz_case c = best;
        for (std::size_t n = first; n < end; ++n) {
            memory_block& block = c.memory[places[n].block];
            const bool is_arm = block.kinds[places[n].word] == memory_block::content::arm;
            block.words[places[n].word] = is_arm ? 0xE1A0'0000U : 0x46C0'46C0U;
        }
        return c;
    };
    for (std::size_t size = places.size(); size != 0; size /= 2) {
        for (std::size_t first = 0; first < places.size(); first += size) {
            const fuzz_case c = without(first, std::min(first + size, places.size()));
            if (t.judge(c).what == expected.what) {
                best = c;
            }
        }
    }
    return best;
}

/// What is left of it, for people.
std::string listing(const fuzz_case& c) {
    std::string text;
    for (const memory_block& block : c.memory) {
        for (std::size_t w = 0; w < block.words.size(); ++w) {
            const bool is_arm = block.kinds[w] == memory_block::content::arm;
            const std::uint32_t word = block.words[w];
            if (block.kinds[w] == memory_block::content::other ||
                word == (is_arm ? 0xE1A0'0000U : 0x46C0'46C0U)) {
                continue;
            }
            char line[80];
            std::snprintf(line, sizeof line,
                          is_arm ? "%08X: .arm    .word 0x%08X\n"
                                 : "%08X: .thumb  .hword 0x%04X, 0x%04X\n",
                          block.address + static_cast<unsigned>(w) * 4U,
                          is_arm ? word : word & 0xFFFFU, word >> 16U);
            text += line;
        }
    }
    return text;
}

class campaign {
public:
    explicit campaign(const request& r)
        : m_request(r), m_seeds(parse_seeds(r.seeds)), m_next(m_seeds.first) {}

    /// \return how many seeds have failed
    std::size_t run() {
        std::vector<std::thread> jobs;
        for (unsigned n = 0; n < m_request.jobs; ++n) {
            jobs.emplace_back([this] { work(); });
        }
        for (std::thread& job : jobs) {
            job.join();
        }
        report();
        return m_failed;
    }

private:
    using clock = std::chrono::steady_clock;

    bool is_over() const {
        return m_request.seconds > 0 &&
               clock::now() - m_begin >= std::chrono::duration<double>(m_request.seconds);
    }

    void work() {
        std::string folder = (std::filesystem::temp_directory_path() / "fuzz_XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr) {
            throw std::runtime_error(folder + ": expected a new folder, found an error");
        }
        const trial t(m_request.pmu_run, folder, m_request.limits);
        while (!is_over()) {
            const std::uint64_t seed = m_next++;
            if (seed > m_seeds.last) {
                break;
            }
            const fuzz_case c = random_firmware(seed);
            const finding f = t.judge(c);
            ++m_done;
            if (m_request.is_verbose) {
                const std::lock_guard<std::mutex> lock(m_mutex);
                std::cout << "seed " << seed << ", " << c.part << ": " << f.end
                          << (f.end.back() == '\n' ? "" : "\n");
            }
            if (f && (m_request.compares || f.what.rfind("difference", 0) != 0)) {
                note(seed, c, f, t);
            }
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    void note(std::uint64_t seed, const fuzz_case& c, const finding& f, const trial& t) {
        ++m_failed;
        const fuzz_case smallest = m_request.minimises ? minimised(c, f, t) : c;
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_classes[f.what].push_back(seed);
        std::cout << "seed " << seed << ", " << c.part << ": " << f.what << '\n' << f.detail;
        if (!f.detail.empty() && f.detail.back() != '\n') {
            std::cout << '\n';
        }
        std::cout << std::flush;
        if (m_request.keep.empty()) {
            return;
        }
        const std::string path = m_request.keep + "/" + std::to_string(seed);
        std::ofstream(path + ".elf", std::ios::binary) << elf_of(smallest);
        std::ofstream text(path + ".txt");
        text << f.what << '\n';
        for (const std::string& word : t.command(c, "exact")) {
            text << word << ' ';
        }
        text << '\n' << f.detail << '\n' << listing(smallest);
    }

    void report() const {
        std::cout
            << m_done << " cases, " << m_failed << " failed, "
            << std::chrono::duration_cast<std::chrono::seconds>(clock::now() - m_begin).count()
            << " s\n";
        for (const auto& [what, seeds] : m_classes) {
            std::cout << "  " << what << ": " << seeds.size() << " (seed";
            for (std::size_t n = 0; n < seeds.size() && n < 8; ++n) {
                std::cout << ' ' << seeds[n];
            }
            std::cout << ")\n";
        }
    }

    const request& m_request;
    const seed_range m_seeds;
    const clock::time_point m_begin = clock::now();
    std::atomic<std::uint64_t> m_next;
    std::atomic<std::size_t> m_done{0};
    std::atomic<std::size_t> m_failed{0};
    std::mutex m_mutex;
    std::map<std::string, std::vector<std::uint64_t>> m_classes;
};

int run(int argc, char** argv) {
    CLI::App app(
        "Runs random firmware with pmu_run, in both modes. Exit code 1: something failed.");
    request r;
    app.add_option("pmu_run", r.pmu_run, "the program")->required()->check(CLI::ExistingFile);
    app.add_option("--seed", r.seeds, "A or A..B")->capture_default_str();
    app.add_option("--seconds", r.seconds, "start no more cases after those; 0: no limit");
    app.add_option("--jobs", r.jobs, "cases at a time")->check(CLI::Range(1, 64));
    app.add_option("--keep", r.keep, "a folder for what fails: ELF file, command, code")
        ->check(CLI::ExistingDirectory);
    app.add_flag("--minimise", r.minimises, "replace instructions by NOP as long as it fails");
    app.add_flag("--verbose", r.is_verbose, "say how every case ends");
    app.add_flag("!--no-compare", r.compares, "do not compare what the two modes count");
    app.add_option("--max-instructions", r.limits.instructions, "of a run")->capture_default_str();
    app.add_option("--max-seconds", r.limits.cpu_seconds, "of processor time of a run")
        ->capture_default_str();
    app.add_option("--max-mib", r.limits.resident_mib, "resident memory of a run")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    return campaign(r).run() == 0 ? 0 : 1;
}

} // namespace
} // namespace fuzz

int main(int argc, char** argv) {
    try {
        return fuzz::run(argc, argv);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fuzz_firmware: %s\n", e.what());
        return 2;
    }
}
