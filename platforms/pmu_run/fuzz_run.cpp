// SPDX-License-Identifier: Apache-2.0
#include "fuzz_run.h"

#include "command_line.h"
#include "firmware_run.h"
#include "program_run.h"
#include "stop_request.h"

#include <fuzz/campaign.h>
#include <report/progress.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

/// NAME=VALUE as NAME=NUMBER, which both programs and --option take.
std::string as_number(const std::string& text, const pmu::parameter_map& options) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const pmu::parameter_desc* const p = options.find(name);
    if (p == nullptr || equals == std::string::npos) {
        throw std::runtime_error("--against-option: expected NAME=VALUE, a parameter of the part, "
                                 "got '" +
                                 text + "'");
    }
    std::uint64_t value = 0;
    if (!p->read(text.substr(equals + 1), value) || value > p->max) {
        throw std::runtime_error("--against-option " + name + ": expected " + p->range() +
                                 ", got '" + text.substr(equals + 1) + "'");
    }
    return p->name + ("=" + std::to_string(value));
}

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

std::string in_hexadecimal(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += "0123456789abcdef"[byte >> 4U];
        text += "0123456789abcdef"[byte & 0xFU];
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
        finding[is_elf ? "elf" : "program"] = is_elf ? in_hexadecimal(contents) : contents;
    }
    return finding;
}

std::string count_of(std::uint64_t n, const std::string& what) {
    return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

} // namespace

int run_fuzz(const part::part_entry& part, const fuzz_request& request, bool is_json) {
    const auto seeds = fuzz::read_seeds(request.seeds);
    if (!seeds) {
        throw std::runtime_error("--seeds: expected A or A..B, got '" + request.seeds + "'");
    }
    if (request.kind == "firmware" && !can_run_firmware()) {
        throw std::runtime_error("--kind firmware: expected a build with the instruction-set "
                                 "simulator");
    }
    const fuzz::program_source programs{part.unit, events_of(part)};
    fuzz::campaign_request r;
    r.pmu_run = std::filesystem::read_symlink("/proc/self/exe").string();
    r.against = request.against.empty() ? "" : as_number(request.against, part.unit.options());
    r.stop_asked = is_stop_requested;
    r.part = part.unit.name();
    r.programs = request.kind == "firmware" ? nullptr : &programs;
    r.has_firmware = request.kind != "programs" && can_run_firmware();
    r.seeds = *seeds;
    r.instructions = request.instructions;
    r.seconds = request.seconds;
    r.jobs = request.jobs;
    r.keep = request.keep;
    r.minimises = true;
    r.shows_programs = is_json;
    if (!r.keep.empty()) {
        std::filesystem::create_directories(r.keep);
    }
    const std::uint64_t kinds = (r.programs != nullptr ? 1U : 0U) + (r.has_firmware ? 1U : 0U);
    report::progress progress("fuzz " + r.part, "seeds");
    std::uint64_t done = 0;
    const fuzz::campaign_outcome outcome = fuzz::run_campaign(r, [&](const fuzz::case_result& c) {
        progress.update(++done / kinds, seeds->last - seeds->first + 1);
        if (c.found && !is_json) {
            std::cout << line_of(c) << std::endl;
        }
    });
    progress.finish();
    if (is_json) {
        nlohmann::json report = {{"part", r.part},
                                 {"seeds", request.seeds},
                                 {"cases", outcome.cases},
                                 {"compared", outcome.compared},
                                 {"findings", nlohmann::json::array()}};
        for (const fuzz::case_result& c : outcome.findings) {
            report["findings"].push_back(json_of(c));
        }
        std::cout << to_text(report, 2) << '\n';
    } else {
        std::cout << r.part << ": " << count_of(outcome.cases, "case") << ", " << outcome.compared
                  << " compared, " << count_of(outcome.findings.size(), "finding") << '\n';
    }
    if (outcome.is_stopped) {
        std::cerr << "pmu_run: stopped after " << count_of(outcome.cases, "case") << '\n';
    }
    return outcome.findings.empty() && !outcome.is_stopped ? all_held : not_all_held;
}

} // namespace platform::pmu_run
