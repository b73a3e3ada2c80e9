// SPDX-License-Identifier: Apache-2.0
// Where the samples are, the most frequent places first; and as folded stacks.
#include "sample_table.h"

#include <iss/cpu/iss_text.h>
#include <iss/decode/decoder.h>
#include <process/printable.h>

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <set>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

struct cost {
    std::uint64_t self = 0;
    std::uint64_t total = 0; ///< with what it has called
};

using costs = std::map<std::string, cost>;

std::string padded(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

coloured_text share(std::uint64_t n, std::uint64_t all, bool colours) {
    const double percent =
        all == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(all);
    char text[16];
    std::snprintf(text, sizeof text, "%7.2f%%", percent);
    return coloured(text, percent, colours);
}

/// What a place is called in the order asked for.
std::string key_of(const iss::elf_image& image, std::uint32_t pc, const std::string& sort) {
    if (sort == "line") {
        const auto place = image.lines.at(pc);
        return place ? process::printable(place->file) + ":" + std::to_string(place->line)
                     : iss::hex_text(pc);
    }
    if (sort == "instruction") {
        return iss::hex_text(pc) + "  " + symbol_text(image, pc);
    }
    return function_name(image, pc);
}

costs costs_of(const sample_table& table, const event_samples& samples,
               const sample_request& request) {
    costs all;
    for (const auto& [pc, n] : samples.by_pc) {
        all[key_of(table.image, pc, request.sort)].self += n;
    }
    for (const auto& [stack, n] : samples.by_stack) {
        std::set<std::string> on_stack; // what calls itself is there once
        for (const std::uint32_t pc : stack) {
            on_stack.insert(key_of(table.image, pc, request.sort));
        }
        for (const std::string& key : on_stack) {
            all[key].total += n;
        }
    }
    return all;
}

void print_event(const sample_table& table, std::size_t n, const sample_request& request,
                 bool colours) {
    const iss::recorded_event& event = table.header.events[n];
    const event_samples& samples = table.events[n];
    std::cout << "# Samples: " << samples.all << " of event '" << event.name << "'";
    if (event.number) {
        std::cout << " (0x" << std::hex << std::uppercase << std::setfill('0') << std::setw(2)
                  << *event.number << std::dec << std::nouppercase << std::setfill(' ') << ')';
    }
    std::cout << ", one every " << event.period << "\n# Event count: " << event.count << '\n';
    if (const auto why = cut_text(table.header)) {
        std::cout << "# Not a whole run: " << *why << '\n';
    }
    std::cout << "#\n";
    const costs all = costs_of(table, samples, request);
    std::vector<std::pair<std::string, cost>> rows(all.begin(), all.end());
    const bool children = request.children;
    std::stable_sort(rows.begin(), rows.end(), [children](const auto& a, const auto& b) {
        return children && a.second.total != b.second.total ? a.second.total > b.second.total
                                                            : a.second.self > b.second.self;
    });
    const std::string heading = request.sort == "line"          ? "Source:Line"
                                : request.sort == "instruction" ? "Address     Symbol"
                                                                : "Symbol";
    std::size_t width = heading.size();
    for (const auto& row : rows) {
        width = std::max(width, row.first.size());
    }
    std::cout << (children ? "# Children      Self       Samples  " : "# Overhead       Samples  ")
              << heading << '\n'
              << (children ? "# ........  ........  ............  " : "# ........  ............  ")
              << std::string(width, '.') << "\n#\n";
    for (const auto& [name, c] : rows) {
        if (children) {
            std::cout << "  " << share(c.total, samples.all, colours);
        }
        std::cout << "  " << share(c.self, samples.all, colours) << "  "
                  << padded(std::to_string(c.self), 12) << "  " << name << '\n';
    }
}

} // namespace

void print_sample_report(const sample_table& table, const sample_request& request) {
    if (request.children && !table.header.has_chains) {
        throw std::runtime_error(request.file +
                                 ": expected call chains for --children, got none: record -g");
    }
    const bool colours = wants_colours();
    bool is_first = true;
    for (const std::size_t n : chosen_events(table.header, request.event)) {
        std::cout << (is_first ? "" : "\n");
        is_first = false;
        print_event(table, n, request, colours);
    }
}

void print_folded(const sample_table& table, const sample_request& request) {
    const std::vector<std::size_t> chosen = chosen_events(table.header, request.event);
    if (chosen.size() != 1) {
        throw std::runtime_error("--folded: expected one event, got " +
                                 std::to_string(chosen.size()) + ": choose one with --event");
    }
    std::map<std::string, std::uint64_t> lines;
    const std::string root = file_name(table.header.firmware);
    for (const auto& [stack, n] : table.events[chosen.front()].by_stack) {
        std::string line = root;
        for (const std::uint32_t pc : stack) {
            std::string name = function_name(table.image, pc);
            std::replace(name.begin(), name.end(), ';', ':'); // it ends a frame
            line += ';' + name;
        }
        lines[line] += n;
    }
    for (const auto& [line, n] : lines) {
        std::cout << line << ' ' << n << '\n';
    }
}

} // namespace platform::pmu_run
