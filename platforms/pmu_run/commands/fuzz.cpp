// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/validators.h>
#include <pmu_run/run/outputs.h>
#include <pmu_run/run/stop_request.h>

#include <fuzz/campaign.h>
#include <nlohmann/json.hpp>
#include <process/words.h>
#include <report/progress.h>

#include <filesystem>
#include <iostream>

namespace platform::pmu_run {

namespace {

std::vector<const pmu::event_desc*> events_of(const part::part_entry& part) {
    std::vector<const pmu::event_desc*> events;
    for (const pmu::event_desc& e : *part.events.front().events) {
        events.push_back(&e);
    }
    return events;
}

/// On one line.
std::string line_of(const fuzz::case_result& c) {
    std::string text =
        c.part + ", " + c.kind + ", seed " + std::to_string(c.seed) + ": " + c.found.what;
    unsigned shown = 0;
    for (const std::string& line : fuzz::lines_of(c.found.detail)) {
        constexpr unsigned most = 2;
        text += shown++ < most ? (shown == 1 ? ": " : " | ") + line : std::string();
    }
    for (const std::string& file : c.files) {
        text += (&file == &c.files.front() ? "; kept: " : ", ") + file;
    }
    return text;
}

/// With the program, or the firmware in hexadecimal and what it is about: a sweep has no more.
nlohmann::json json_of(const fuzz::case_result& c) {
    nlohmann::json finding = {{"seed", c.seed},
                              {"kind", c.kind},
                              {"what", c.found.what},
                              {"detail", c.found.detail},
                              {"files", c.files}};
    for (const auto& [name, contents] : c.contents) {
        const bool is_elf = name.rfind(".elf") == name.size() - 4;
        finding[is_elf ? "elf" : "program"] = is_elf ? process::hex_of_bytes(contents) : contents;
    }
    return finding;
}

void print_as_json(const std::string& part, const std::string& seeds,
                   const fuzz::campaign_outcome& outcome) {
    nlohmann::json report = {{"part", part},
                             {"seeds", seeds},
                             {"cases", outcome.cases},
                             {"compared", outcome.compared},
                             {"findings", nlohmann::json::array()}};
    for (const fuzz::case_result& c : outcome.findings) {
        report["findings"].push_back(json_of(c));
    }
    std::cout << to_text(report, 2) << '\n';
}

class fuzz_command final : public command {
public:
    fuzz_command()
        : command({"fuzz",
                   "PART",
                   "compare clocks and modes by random programs and firmware",
                   "Makes an access program and firmware of each seed, plays the program on both "
                   "clocks, runs the firmware in every way there is (in both modes, with stat, "
                   "record, a page, regions, caches, other quanta), and compares all that is left: "
                   "answers, outputs, registers, memory, the counts of every event, messages. A "
                   "line tells each difference, crash or hang; the exit code is 1 then. What may "
                   "differ is in platforms/fuzz/README.md.",
                   {{"arm1136 --seeds 1..1000 --jobs 4 --keep found", "and keep what differs"},
                    {"cortex_r5 --kind firmware --seconds 3600 --seeds 1..1000000",
                     "firmware, for an hour"},
                    {"arm1136 --kind programs --against-option two_bit_mode=binary",
                     "find a program in which that matters"},
                    {"xscale --seeds 100..199 -j", "results as JSON"}}}) {
        may_be_point = true;
    }

    void add_to(CLI::App& app) override {
        constexpr std::uint64_t most_instructions = 512;
        fuzz::campaign_request& r = m_request;
        m_part.add_to(app);
        app.add_option("--seeds", m_seeds, "A..B, or one; the same seeds make the same cases")
            ->capture_default_str();
        add_value(app, "--kind", m_kind, CLI::IsMember({"programs", "firmware", "all"}),
                  "programs: on both clocks; firmware: in both modes; all: both");
        app.add_option("--against-option", r.place.against,
                       "NAME=VALUE: compare with this parameter at its default and at this value "
                       "instead");
        app.add_option("--instructions", r.instructions,
                       "statements of a program, and instructions of firmware, of ARM and of Thumb "
                       "code each [any]")
            ->transform(whole_number(1, most_instructions));
        add_jobs(app, r.jobs, "cases at a time [1]");
        app.add_option("--seconds", r.seconds, "begin no case after so much wall-clock time")
            ->transform(number(1e-3, 1e9));
        app.add_option("--keep", r.keep,
                       "a folder where what differs is stored, as small as it can be made: a "
                       "program that says why, or an ELF file with its command and code")
            ->type_name("FOLDER")
            ->check(path());
        add_json_output(app, r.shows_programs, "print JSON");
    }

    void check(const CLI::App& /*app*/) override {
        m_part.unit();
        const auto seeds = fuzz::read_seeds(m_seeds);
        if (!seeds) {
            throw usage_error("--seeds: expected A or A..B, got '", m_seeds, "'");
        }
        m_request.seeds = *seeds;
        if (m_kind == "firmware" && !can_run_firmware()) {
            throw usage_error(
                "--kind firmware: expected a build with the instruction-set simulator");
        }
    }

    int run(runner& /*by*/) override {
        const part::part_entry& part = m_part.unit();
        const fuzz::program_source programs{part.unit, events_of(part)};
        fuzz::campaign_request& r = m_request;
        r.place.pmu_run = std::filesystem::read_symlink("/proc/self/exe").string();
        if (!r.place.against.empty()) {
            read_setting("--against-option", r.place.against, part.unit);
        }
        r.place.stop_asked = is_stop_requested;
        r.part = part.unit.name();
        r.programs = m_kind == "firmware" ? nullptr : &programs;
        r.has_firmware = m_kind != "programs" && can_run_firmware();
        if (!r.keep.empty()) {
            make_folder("--keep", r.keep);
        }
        const std::uint64_t kinds = (r.programs != nullptr ? 1U : 0U) + (r.has_firmware ? 1U : 0U);
        report::progress_line progress;
        std::uint64_t done = 0;
        const fuzz::campaign_outcome outcome =
            fuzz::run_campaign(r, [&](const fuzz::case_result& c) {
                ++done;
                progress.show([&](double seconds) {
                    return report::share_text("fuzz " + r.part, done / kinds,
                                              r.seeds.last - r.seeds.first + 1, "seeds", seconds);
                });
                if (c.found && !r.shows_programs) {
                    std::cout << line_of(c) << std::endl;
                }
            });
        progress.erase();
        if (r.shows_programs) {
            print_as_json(r.part, m_seeds, outcome);
        } else {
            std::cout << r.part << ": " << process::counted(outcome.cases, "case") << ", "
                      << outcome.compared << " compared, "
                      << process::counted(outcome.findings.size(), "finding") << '\n';
        }
        if (outcome.is_stopped) {
            std::cerr << "pmu_run: stopped after " << process::counted(outcome.cases, "case")
                      << '\n';
        }
        return outcome.findings.empty() && !outcome.is_stopped ? all_held : not_all_held;
    }

private:
    part_argument m_part;
    std::string m_seeds = "1..100"; ///< A or A..B
    std::string m_kind = "all";     ///< or programs, or firmware
    fuzz::campaign_request m_request{};
};

} // namespace

std::unique_ptr<command> make_fuzz() {
    return std::make_unique<fuzz_command>();
}

} // namespace platform::pmu_run
