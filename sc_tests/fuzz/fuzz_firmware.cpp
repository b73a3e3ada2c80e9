// SPDX-License-Identifier: Apache-2.0
// Runs random firmware of any part, which may do anything but break a run: see README.md.
#include <fuzz/campaign.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <map>

namespace {

using namespace platform::fuzz;

std::string with_end(const std::string& text) {
    return text.empty() || text.back() == '\n' ? text : text + '\n';
}

int run(int argc, char** argv) {
    CLI::App app(
        "Runs random firmware with pmu_run, in both modes. Exit code 1: something failed.");
    campaign_request r;
    std::string seeds = "1..200";
    bool is_verbose = false;
    app.add_option("pmu_run", r.pmu_run, "the program")->required()->check(CLI::ExistingFile);
    app.add_option("--seed", seeds, "A or A..B")->capture_default_str();
    app.add_option("--part", r.part, "the part of each; else the seed chooses it");
    app.add_option("--instructions", r.instructions, "of ARM and of Thumb code each");
    app.add_option("--seconds", r.seconds, "start no more cases after those; 0: no limit");
    app.add_option("--jobs", r.jobs, "cases at a time")->check(CLI::Range(1, 64));
    app.add_option("--keep", r.keep, "a folder for what fails: ELF file, command, code")
        ->check(CLI::ExistingDirectory);
    app.add_flag("--minimise", r.minimises, "replace instructions by NOP as long as it fails");
    app.add_flag("--verbose", is_verbose, "say how every case ends");
    app.add_flag("!--no-compare", r.compares, "do not compare what the two modes count");
    app.add_option("--max-instructions", r.limits.instructions, "of a run")->capture_default_str();
    app.add_option("--max-seconds", r.limits.cpu_seconds, "of processor time of a run")
        ->capture_default_str();
    app.add_option("--max-mib", r.limits.resident_mib, "resident memory of a run")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const auto range = read_seeds(seeds);
    if (!range) {
        throw std::runtime_error("--seed: expected A or A..B, got '" + seeds + "'");
    }
    r.seeds = *range;
    const campaign_outcome outcome = run_campaign(r, [&](const case_result& c) {
        const std::string name = "seed " + std::to_string(c.seed) + ", " + c.part + ": ";
        if (is_verbose) {
            std::cout << name << with_end(c.found.end);
        }
        if (c.found) {
            std::cout << name << c.found.what << '\n' << with_end(c.found.detail) << std::flush;
        }
    });
    std::map<std::string, std::string> classes;
    for (const case_result& c : outcome.findings) {
        classes[c.found.what] += ' ' + std::to_string(c.seed);
    }
    std::cout << outcome.cases << " cases, " << outcome.compared << " compared, "
              << outcome.findings.size() << " failed\n";
    for (const auto& [what, which] : classes) {
        std::cout << "  " << what << ": seeds" << which << '\n';
    }
    return outcome.findings.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fuzz_firmware: %s\n", e.what());
        return 2;
    }
}
