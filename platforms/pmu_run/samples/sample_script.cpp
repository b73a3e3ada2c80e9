// SPDX-License-Identifier: Apache-2.0
// Each sample, as `perf script` prints it: what viewers of its text read.
#include "sample_table.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <iostream>

namespace platform::pmu_run {

namespace {

/// The name of a process has no blanks in it.
std::string command_of(const std::string& firmware) {
    std::string name = file_name(firmware);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }, '_');
    return name;
}

void print_place(const iss::elf_image& image, std::uint32_t pc, const std::string& file) {
    std::cout << '\t' << std::setw(16) << std::hex << pc << std::dec << ' '
              << symbol_text(image, pc) << " (" << file << ")\n";
}

} // namespace

void print_script(const sample_request& request) {
    constexpr std::uint64_t ps_per_second = 1'000'000'000'000;
    constexpr std::uint64_t ps_per_ns = 1000;
    iss::elf_image image;
    std::string command;
    std::string file;
    std::vector<bool> is_chosen;
    std::vector<iss::recorded_event> events;
    const iss::recording whole = iss::read_samples(
        request.file,
        [&](const iss::recording& header) {
            image = load_firmware(header, request);
            command = command_of(header.firmware);
            file = file_name(header.firmware);
            events = header.events;
            is_chosen.resize(events.size());
            for (const std::size_t n : chosen_events(header, request.event)) {
                is_chosen[n] = true;
            }
        },
        [&](const iss::execution_sample& s) {
            if (!is_chosen[s.event]) {
                return;
            }
            char time[48];
            std::snprintf(time, sizeof time, "%llu.%09llu",
                          static_cast<unsigned long long>(s.time_ps / ps_per_second),
                          static_cast<unsigned long long>(s.time_ps % ps_per_second / ps_per_ns));
            std::cout << command << "     1 [000] " << time << ": " << std::setw(10)
                      << events[s.event].period << ' ' << events[s.event].name << ": \n";
            print_place(image, s.pc, file);
            for (const std::uint32_t caller : s.callers) {
                print_place(image, caller, file);
            }
            std::cout << '\n';
        },
        is_stop_requested);
    if (const auto why = cut_text(whole)) {
        tell(request.file + ": " + *why);
    }
}

} // namespace platform::pmu_run
