// SPDX-License-Identifier: Apache-2.0
#include "sample_table.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/numbers.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <iss/cpu/iss_text.h>
#include <pmu/core/same_word.h>
#include <process/printable.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

/// What a view may remember; more of them differ in their stacks than anybody looks at.
constexpr std::size_t most_stacks = 1'000'000;

constexpr const char* calls_left_out = iss::call_profile::name_of_calls_left_out;

} // namespace

std::optional<std::string> cut_text(const iss::recording& header) {
    if (!header.is_complete) {
        return "the run was cut short, there is no end";
    }
    if (!header.message.empty()) {
        return "the run was cut short: " + process::printable(header.message);
    }
    return std::nullopt;
}

iss::elf_image load_firmware(const iss::recording& header, const sample_request& request) {
    const bool is_elsewhere = !request.firmware.empty();
    const std::string& firmware = is_elsewhere ? request.firmware : header.firmware;
    iss::elf_image image;
    try {
        image = iss::load_elf(firmware);
    } catch (const iss::elf_error& e) {
        throw std::runtime_error(request.file + ": its firmware: " + e.what() +
                                 (is_elsewhere ? "" : " (--firmware says where it is now)"));
    }
    if (iss::code_checksum(image) != header.code) {
        throw std::runtime_error(
            request.file + ": expected the firmware that was recorded, got another: " + firmware +
            (is_elsewhere ? " has other code" : " has changed since"));
    }
    return image;
}

sample_table load_samples(const sample_request& request, bool keeps_stacks) {
    const std::string& path = request.file;
    sample_table table;
    const auto take = [&](const iss::execution_sample& s) {
        event_samples& of = table.events[s.event];
        ++of.all;
        ++of.by_pc[s.pc];
        if (!keeps_stacks) {
            return;
        }
        if (of.by_stack.size() == most_stacks) {
            throw std::runtime_error(path + ": expected at most " + std::to_string(most_stacks) +
                                     " different stacks");
        }
        std::vector<std::uint32_t> stack(s.callers.rbegin(), s.callers.rend());
        stack.push_back(s.pc);
        ++of.by_stack[stack];
    };
    table.header = iss::read_samples(
        path,
        [&](const iss::recording& header) {
            table.image = load_firmware(header, request);
            table.events.resize(header.events.size());
        },
        take, is_stop_requested);
    if (const auto why = cut_text(table.header)) {
        tell(path + ": " + *why);
    }
    return table;
}

std::vector<std::size_t> chosen_events(const iss::recording& header, const std::string& word) {
    std::vector<std::size_t> chosen;
    std::string names;
    const std::optional<std::uint64_t> number = read_whole_number(word);
    for (std::size_t n = 0; n < header.events.size(); ++n) {
        const iss::recorded_event& e = header.events[n];
        names += (n == 0 ? "" : ", ") + e.name;
        if (word.empty() || (number ? e.number == *number : pmu::is_same_word(e.name, word))) {
            chosen.push_back(n);
        }
    }
    if (chosen.empty()) {
        throw std::runtime_error("--event: expected one that was recorded (" + names + "), got '" +
                                 word + "'");
    }
    return chosen;
}

std::string function_name(const iss::elf_image& image, std::uint32_t pc) {
    if (pc == iss::call_profile::callers_left_out) {
        return calls_left_out;
    }
    const iss::elf_symbol* const symbol = image.function_at(pc);
    return symbol != nullptr ? symbol->name : iss::hex_text(pc);
}

std::string symbol_text(const iss::elf_image& image, std::uint32_t pc) {
    if (pc == iss::call_profile::callers_left_out) {
        return calls_left_out;
    }
    const iss::elf_symbol* const symbol = image.function_at(pc);
    if (symbol == nullptr) {
        return "[unknown]";
    }
    std::ostringstream text;
    text << symbol->name << "+0x" << std::hex << pc - symbol->address;
    return text.str();
}

bool wants_colours() {
    const char* const no = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe)
    return (no == nullptr || *no == '\0') && ::isatty(STDOUT_FILENO) == 1;
}

coloured_text coloured(const std::string& text, double percent, bool colours) {
    constexpr double hot = 5;
    constexpr double warm = 0.5;
    if (!colours || percent < warm) {
        return {"", text};
    }
    return {percent >= hot ? "\033[31m" : "\033[32m", text};
}

std::ostream& operator<<(std::ostream& out, const coloured_text& what) {
    process::write_as_it_is(out, what.begin);
    out << what.text;
    if (!what.begin.empty()) {
        process::write_as_it_is(out, "\033[m");
    }
    return out;
}

std::string file_name(const std::string& path) {
    return process::printable(std::filesystem::path(path).filename().string());
}

int show_samples(const sample_request& request) {
    const bool needs_stacks =
        request.folded || (request.view == sample_view::report && request.children);
    if (request.view == sample_view::script && !request.folded) {
        print_script(request);
        return all_held;
    }
    const sample_table table = load_samples(request, needs_stacks);
    if (request.view == sample_view::annotate) {
        print_annotation(table, request);
    } else if (request.folded) {
        print_folded(table, request);
    } else {
        print_sample_report(table, request);
    }
    return all_held;
}

} // namespace platform::pmu_run
