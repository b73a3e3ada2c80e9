// SPDX-License-Identifier: Apache-2.0
#include "sample_table.h"

#include <pmu_run/command_line/event_words.h>
#include <pmu_run/command_line/parts.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <iss/host/function_names.h>
#include <iss/host/name_width.h>
#include <pmu/core/same_word.h>
#include <process/printable.h>
#include <process/terminal.h>
#include <process/words.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <set>
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

void require_chains(const iss::recording& header, const sample_request& request,
                    const char* option) {
    if (!header.has_chains) {
        throw usage_error(request.file, ": expected call chains for ", option,
                          ", got none: record -g");
    }
}

iss::elf_image load_firmware(const iss::recording& header, const sample_request& request) {
    const bool is_elsewhere = !request.firmware.empty();
    const std::string& firmware = is_elsewhere ? request.firmware : header.firmware;
    iss::elf_image image;
    try {
        image = iss::load_elf(firmware);
    } catch (const iss::elf_error& e) {
        throw usage_error(request.file, ": its firmware: ", e.what(),
                          is_elsewhere ? "" : " (--firmware says where it is now)");
    }
    for (const std::string& line : image.left_out) {
        tell(line);
    }
    if (iss::code_checksum(image) != header.code) {
        throw usage_error(request.file,
                          ": expected the firmware that was recorded, got another: ", firmware,
                          is_elsewhere ? " has other code" : " has changed since");
    }
    return image;
}

namespace {

/// Functions that an option names.
class function_set {
public:
    /// \throws usage_error for one that is no function
    function_set(const iss::elf_image& image, const char* option,
                 const std::vector<std::string>& names)
        : m_image(image) {
        for (const std::string& name : names) {
            const auto found = iss::functions_named(image, name);
            if (found.empty()) {
                throw usage_error(option, ": expected a function of ", image.path, ", got '", name,
                                  "'");
            }
            m_functions.insert(found.begin(), found.end());
        }
    }

    bool empty() const { return m_functions.empty(); }
    /// Whether a place in a stack is in one of them.
    bool has(std::uint32_t pc) const {
        return pc != iss::call_profile::callers_left_out &&
               m_functions.count(m_image.function_at(pc)) != 0;
    }

private:
    const iss::elf_image& m_image;
    std::set<const iss::elf_symbol*> m_functions;
};

/// The samples that are wanted.
class sample_filter {
public:
    sample_filter(const iss::elf_image& image, const sample_request& request)
        : m_image(image), m_functions(image, "--function", request.functions),
          m_tasks(image, "--task", request.tasks) {}

    /// \param in_callers whether a function may have called what the sample is in, too
    bool takes(const iss::execution_sample& s, bool in_callers) {
        const bool is_of_task =
            m_tasks.empty() || is_wanted_task(s.callers.empty() ? s.pc : s.callers.back());
        return is_of_task && (m_functions.empty() || m_functions.has(s.pc) ||
                              (in_callers && std::any_of(s.callers.begin(), s.callers.end(),
                                                         [this](std::uint32_t pc) {
                                                             return m_functions.has(pc);
                                                         })));
    }

    /// \throws usage_error if no sample was of a task that was asked for
    void check(const std::string& file) const {
        if (!m_tasks.empty() && !m_has_task && !m_others.empty()) {
            throw usage_error("--task: expected a task of ", file, ", which has samples of ",
                              process::joined(std::vector(m_others.begin(), m_others.end()), ", "));
        }
    }

private:
    bool is_wanted_task(std::uint32_t outermost) {
        constexpr std::size_t most_told = 20;
        const bool is_wanted = m_tasks.has(outermost);
        m_has_task = m_has_task || is_wanted;
        if (!m_has_task && m_others.size() != most_told) {
            m_others.insert(function_name(m_image, outermost));
        }
        return is_wanted;
    }

    const iss::elf_image& m_image;
    function_set m_functions;
    function_set m_tasks;
    bool m_has_task = false;        ///< a sample was of one
    std::set<std::string> m_others; ///< where samples were until then
};

} // namespace

sample_table load_samples(const sample_request& request, bool keeps_stacks) {
    const std::string& path = request.file;
    sample_table table;
    std::optional<sample_filter> filter;
    const auto take = [&](const iss::execution_sample& s) {
        event_samples& of = table.events[s.event];
        ++of.all;
        if (!filter->takes(s, keeps_stacks)) {
            return;
        }
        ++of.by_pc[s.pc];
        if (!keeps_stacks) {
            return;
        }
        if (of.by_stack.size() == most_stacks) {
            throw usage_error(path, ": expected at most ", most_stacks, " different stacks");
        }
        std::vector<std::uint32_t> stack(s.callers.rbegin(), s.callers.rend());
        stack.push_back(s.pc);
        ++of.by_stack[stack];
    };
    table.header = iss::read_samples(
        path,
        [&](const iss::recording& header) {
            table.image = load_firmware(header, request);
            if (!request.tasks.empty()) {
                require_chains(header, request, "--task");
            }
            filter.emplace(table.image, request);
            table.events.resize(header.events.size());
        },
        take, is_stop_requested);
    if (filter) {
        filter->check(path);
    }
    if (const auto why = cut_text(table.header)) {
        tell(path, ": ", *why);
    }
    return table;
}

std::vector<std::size_t> chosen_events(const iss::recording& header, const std::string& word) {
    std::vector<std::size_t> chosen;
    std::string names;
    // What the part calls it, whatever it was recorded as.
    const platform_entry* const platform = find_platform(header.part);
    const auto meant = platform != nullptr && platform->part != nullptr
                           ? look_up_event(events_of(*platform->part), word, *platform->part)
                           : std::nullopt;
    for (std::size_t n = 0; n < header.events.size(); ++n) {
        const iss::recorded_event& e = header.events[n];
        names += (n == 0 ? "" : ", ") + e.name;
        if (word.empty() || pmu::is_same_word(e.name, word) ||
            (meant && meant->number() == e.number)) {
            chosen.push_back(n);
        }
    }
    if (chosen.empty()) {
        throw usage_error("--event: expected one that was recorded (", names, "), got '", word,
                          "'");
    }
    return chosen;
}

std::string function_name(const iss::elf_image& image, std::uint32_t pc) {
    if (pc == iss::call_profile::callers_left_out) {
        return calls_left_out;
    }
    const iss::elf_symbol* const symbol = image.function_at(pc);
    return symbol != nullptr ? symbol->name : process::hex(pc, 8);
}

std::vector<std::string> frames_at(const iss::elf_image& image, std::uint32_t pc) {
    std::vector<std::string> frames = {function_name(image, pc)};
    if (pc != iss::call_profile::callers_left_out) {
        const std::vector<std::string> inlined = image.inlined.names_at(pc);
        frames.insert(frames.end(), inlined.begin(), inlined.end());
    }
    return frames;
}

std::string symbol_text(const iss::elf_image& image, std::uint32_t pc) {
    if (pc == iss::call_profile::callers_left_out) {
        return calls_left_out;
    }
    const iss::elf_symbol* const symbol = image.function_at(pc);
    if (symbol == nullptr) {
        return "[unknown]";
    }
    return text_of(symbol->name, "+0x", std::hex, pc - symbol->address);
}

std::string place_name(const iss::elf_image& image, std::uint32_t pc, const std::string& sort) {
    if (sort == "line") {
        const auto place = image.lines.at(pc);
        return place ? process::printable(place->file) + ":" + std::to_string(place->line)
                     : process::hex(pc, 8);
    }
    if (sort == "instruction") {
        return process::hex(pc, 8) + "  " + symbol_text(image, pc);
    }
    return function_name(image, pc);
}

void print_share(std::uint64_t n, std::uint64_t all, int width, const char* after) {
    static const bool colours = [] {
        const char* const no = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe)
        return (no == nullptr || *no == '\0') && ::isatty(STDOUT_FILENO) == 1;
    }();
    constexpr double hot = 5;
    constexpr double warm = 0.5;
    const double percent =
        all == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(all);
    const bool is_coloured = colours && percent >= warm;
    if (is_coloured) {
        process::write_as_it_is(std::cout, percent >= hot ? "\033[31m" : "\033[32m");
    }
    std::cout << std::setw(width) << process::decimal(percent) << after;
    if (is_coloured) {
        process::write_as_it_is(std::cout, "\033[m");
    }
}

void print_title(const sample_table& table, std::size_t event) {
    const iss::recorded_event& e = table.header.events[event];
    std::cout << "# Samples: " << table.events[event].all << " of event '" << e.name << "'";
    if (e.number) {
        std::cout << " (" << process::hex(*e.number, 2) << ')';
    }
    std::cout << ", one every " << e.period << "\n# Event count: " << e.count << '\n';
    if (const auto why = cut_text(table.header)) {
        std::cout << "# Not a whole run: " << *why << '\n';
    }
    std::cout << "#\n";
}

void print_rows(const std::vector<share_row>& rows, const std::string& heading, std::uint64_t all,
                const sample_request& request) {
    constexpr std::size_t least = 16; // columns of a name, whatever the width
    const bool has_totals = request.children || request.call_tree;
    const std::string titles =
        has_totals ? "# Children      Self       Samples  " : "# Overhead       Samples  ";
    const auto columns = request.width ? request.width : process::terminal_columns();
    std::vector<std::string> names;
    std::size_t width = heading.size();
    for (const share_row& row : rows) {
        const std::size_t before = titles.size() + row.indent;
        const bool is_cut = columns && row.self; // what stands for several is short
        names.push_back(
            std::string(row.indent, ' ') +
            (is_cut ? iss::fitted_name(row.name, std::max(*columns, before + least) - before)
                    : row.name));
        width = std::max(width, iss::columns_of(names.back()));
    }
    std::cout << titles << heading << '\n'
              << (has_totals ? "# ........  ........  ............  "
                             : "# ........  ............  ")
              << std::string(width, '.') << "\n#\n";
    const auto print = [all](const std::optional<std::uint64_t>& n, const char* after) {
        if (n) {
            print_share(*n, all, 7, after);
        } else {
            std::cout << std::setw(7) << "" << std::string(std::strlen(after), ' ');
        }
    };
    for (std::size_t n = 0; n != rows.size(); ++n) {
        std::cout << "  ";
        if (has_totals) {
            print(rows[n].total, "%  ");
        }
        print(rows[n].self, "%");
        std::cout << "  " << std::setw(12)
                  << (rows[n].self ? std::to_string(*rows[n].self) : std::string()) << "  "
                  << names[n] << '\n';
    }
}

std::string file_name(const std::string& path) {
    return process::printable(std::filesystem::path(path).filename().string());
}

int show_samples(const sample_request& request, output_set& outputs) {
    if (!request.callgrind.empty()) {
        outputs.add_input(request.file);
        outputs.open({{"--callgrind", request.callgrind}});
        const sample_table table = load_samples(request, true);
        outputs.add_input(table.image.path);
        outputs.begin();
        write_sample_costs(outputs.find("--callgrind")->stream(), table, request);
    } else if (request.folded) {
        print_folded(load_samples(request, true), request);
    } else if (request.view == sample_view::script) {
        print_script(request);
    } else if (request.view == sample_view::annotate) {
        print_annotation(load_samples(request, false), request);
    } else {
        print_sample_report(load_samples(request, request.children || request.call_tree), request);
    }
    return all_held;
}

} // namespace platform::pmu_run
