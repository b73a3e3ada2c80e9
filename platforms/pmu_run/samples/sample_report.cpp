// SPDX-License-Identifier: Apache-2.0
// Where the samples are, the most frequent places first; folded stacks; and each sample, as
// `perf script` prints it, what viewers of its text read.
#include "sample_table.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <iss/decode/decoder.h>
#include <process/printable.h>
#include <process/words.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <set>

namespace platform::pmu_run {

namespace {

struct cost {
    std::uint64_t self = 0;
    std::uint64_t total = 0; ///< with what it has called
};

using costs = std::map<std::string, cost>;

/// The rows that a place in a stack counts in, outermost first. Inlined functions have rows where
/// what a function has called counts, too.
std::vector<std::string> rows_of(const iss::elf_image& image, std::uint32_t pc,
                                 const sample_request& request) {
    if (request.children && request.sort == "function") {
        return frames_at(image, pc);
    }
    return {place_name(image, pc, request.sort)};
}

costs costs_of(const sample_table& table, const event_samples& samples,
               const sample_request& request) {
    costs all;
    for (const auto& [pc, n] : samples.by_pc) {
        all[rows_of(table.image, pc, request).back()].self += n;
    }
    for (const auto& [stack, n] : samples.by_stack) {
        std::set<std::string> on_stack; // what calls itself is there once
        for (const std::uint32_t pc : stack) {
            const std::vector<std::string> rows = rows_of(table.image, pc, request);
            on_stack.insert(rows.begin(), rows.end());
        }
        for (const std::string& key : on_stack) {
            all[key].total += n;
        }
    }
    return all;
}

void print_event(const sample_table& table, std::size_t n, const sample_request& request) {
    print_title(table, n);
    const costs all = costs_of(table, table.events[n], request);
    std::vector<std::pair<std::string, cost>> rows(all.begin(), all.end());
    const bool children = request.children;
    std::stable_sort(rows.begin(), rows.end(), [children](const auto& a, const auto& b) {
        return children && a.second.total != b.second.total ? a.second.total > b.second.total
                                                            : a.second.self > b.second.self;
    });
    std::vector<share_row> shown;
    shown.reserve(rows.size());
    for (const auto& [name, c] : rows) {
        shown.push_back({name, children ? std::optional(c.total) : std::nullopt, c.self});
    }
    print_rows(shown,
               request.sort == "line"          ? "Source:Line"
               : request.sort == "instruction" ? "Address     Symbol"
                                               : "Symbol",
               table.events[n].all, request);
}

// --- each sample ---------------------------------------------------------------------------------

/// The name of a process has no blanks in it.
std::string command_of(const std::string& firmware) {
    std::string name = file_name(firmware);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }, '_');
    return name;
}

void print_place(const iss::elf_image& image, std::uint32_t pc, const std::string& file) {
    const auto print = [pc](const std::string& text) {
        std::cout << '\t' << std::setw(16) << std::hex << pc << std::dec << ' ' << text << '\n';
    };
    const std::vector<std::string> frames = frames_at(image, pc);
    std::for_each(frames.rbegin(), std::prev(frames.rend()), print); // what is inlined
    print(symbol_text(image, pc) + " (" + file + ")");
}

} // namespace

void print_sample_report(const sample_table& table, const sample_request& request) {
    if (request.children || request.call_tree) {
        require_chains(table.header, request, request.children ? "--children" : "--call-tree");
    }
    const char* between = "";
    for (const std::size_t n : chosen_events(table.header, request.event)) {
        std::cout << between;
        if (request.call_tree) {
            print_call_tree(table, n, request);
        } else {
            print_event(table, n, request);
        }
        between = "\n";
    }
}

void print_folded(const sample_table& table, const sample_request& request) {
    const std::vector<std::size_t> chosen = chosen_events(table.header, request.event);
    if (chosen.size() != 1) {
        throw usage_error("--folded: expected one event, got ", chosen.size(),
                          ": choose one with --event");
    }
    std::map<std::string, std::uint64_t> lines;
    const std::string root = file_name(table.header.firmware);
    for (const auto& [stack, n] : table.events[chosen.front()].by_stack) {
        std::string line = root;
        for (const std::uint32_t pc : stack) {
            for (std::string name : frames_at(table.image, pc)) {
                std::replace(name.begin(), name.end(), ';', ':'); // it ends a frame
                line += ';' + name;
            }
        }
        lines[line] += n;
    }
    for (const auto& [line, n] : lines) {
        std::cout << line << ' ' << n << '\n';
    }
}

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
            std::cout << command << "     1 [000] " << s.time_ps / ps_per_second << '.'
                      << std::setfill('0') << std::setw(9) << s.time_ps % ps_per_second / ps_per_ns
                      << std::setfill(' ') << ": " << std::setw(10) << events[s.event].period << ' '
                      << events[s.event].name << ": \n";
            print_place(image, s.pc, file);
            for (const std::uint32_t caller : s.callers) {
                print_place(image, caller, file);
            }
            std::cout << '\n';
        },
        is_stop_requested);
    if (const auto why = cut_text(whole)) {
        tell(request.file, ": ", *why);
    }
}

} // namespace platform::pmu_run
