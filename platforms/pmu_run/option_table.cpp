// SPDX-License-Identifier: Apache-2.0
#include "option_table.h"

#include "numbers.h"

#include <algorithm>
#include <sstream>
#include <type_traits>

namespace platform::pmu_run {

namespace {

std::string text_of(std::uint64_t value) {
    return std::to_string(value);
}

std::string text_of(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

/// A number that `read` reads, from first to last.
template <class Number, class Read>
CLI::Validator number_in(const char* kind, Read read, Number first, Number last) {
    const std::string range = text_of(first) + " to " + text_of(last);
    return CLI::Validator(
        [kind, read, first, last, range](std::string& text) {
            const std::optional<Number> value = read(text);
            if (!value || *value < first || *value > last) {
                return std::string("expected ") + kind + " from " + range + ", got '" + text + "'";
            }
            if constexpr (std::is_integral_v<Number>) {
                text = std::to_string(*value); // so that nobody takes it for an octal one
            }
            return std::string();
        },
        range);
}

/// Whether only a command asks for a job.
bool is_of_command(job what) {
    return what == job::program_counts || what == job::sampling || what == job::sample_report ||
           what == job::sample_annotation || what == job::sample_script;
}

/// What a job is about, where a command asks for it.
const char* matter_of(job what) {
    switch (what) {
    case job::list: return "the list of parts";
    case job::tables: return "tables of a part";
    case job::demo: return "a demonstration";
    case job::programs: return "access programs";
    case job::program_counts: return "the counts of access programs";
    case job::firmware: return "firmware";
    case job::counts: return "the counts of firmware";
    case job::metrics: return "the list of metrics";
    case job::firmware_map: return "the memory map of firmware";
    case job::boot: return "Linux";
    case job::shell: return "the shell";
    case job::fuzz: return "random programs";
    case job::sweep: return "a sweep";
    case job::sampling: return "taking samples";
    case job::sample_report:
    case job::sample_annotation:
    case job::sample_script: return "samples";
    }
    return "";
}

} // namespace

CLI::Validator whole_number(std::uint64_t first, std::uint64_t last) {
    return number_in("a whole number", read_whole_number, first, last);
}

CLI::Validator number(double first, double last) {
    return number_in("a number", read_number, first, last);
}

CLI::Validator some_text(const std::string& what) {
    return CLI::Validator(
        [what](const std::string& text) {
            return text.empty() ? "expected " + what + ", got ''" : std::string();
        },
        "");
}

CLI::Validator tab_of_escape() {
    return CLI::Validator(
        [](std::string& text) {
            text = text == "\\t" ? "\t" : text;
            return std::string();
        },
        "");
}

CLI::Validator path() {
    return some_text("a path");
}

const char* name_of(job what) {
    switch (what) {
    case job::list: return "--list";
    case job::tables: return "--registers, --events, --parameters or --map";
    case job::demo: return "--demo";
    case job::programs: return "FILE";
    case job::program_counts: return "the command stat";
    case job::firmware: return "--firmware";
    case job::counts: return "--firmware and --stat";
    case job::metrics: return "--list-metrics";
    case job::firmware_map: return "--firmware and --map";
    case job::boot: return "the command linux";
    case job::shell: return "a terminal in place of FILE";
    case job::fuzz: return "the command fuzz";
    case job::sweep: return "the command sweep";
    case job::sampling: return "the command record";
    case job::sample_report: return "the command report";
    case job::sample_annotation: return "the command annotate";
    case job::sample_script: return "the command script";
    }
    return "";
}

std::optional<std::string> option_table::misplaced(job what) const {
    for (const row& r : m_rows) {
        if (r.option->count() != 0 &&
            std::find(r.jobs.begin(), r.jobs.end(), what) == r.jobs.end()) {
            std::vector<job> jobs = r.jobs;
            jobs.erase(std::remove_if(jobs.begin(), jobs.end(), is_of_command), jobs.end());
            const bool names_others = what == job::programs || !m_shown.empty() || jobs.empty() ||
                                      jobs == std::vector<job>{job::counts};
            return r.option->get_name() + (names_others
                                               ? " goes with " + names_of(r.jobs)
                                               : std::string(" does not go with ") + name_of(what));
        }
    }
    return std::nullopt;
}

// Only those that are shown, if some are; what firmware is run for is not told where all will do.
std::string option_table::names_of(std::vector<job> jobs) const {
    if (!m_shown.empty()) {
        const auto is_hidden = [this](job j) {
            return std::find(m_shown.begin(), m_shown.end(), j) == m_shown.end();
        };
        jobs.erase(std::remove_if(jobs.begin(), jobs.end(), is_hidden), jobs.end());
    } else {
        const bool is_for_firmware =
            std::find(jobs.begin(), jobs.end(), job::firmware) != jobs.end();
        const auto is_other = [is_for_firmware](job j) {
            return is_of_command(j) || j == job::fuzz ||
                   (is_for_firmware && (j == job::counts || j == job::metrics ||
                                        j == job::firmware_map || j == job::boot));
        };
        jobs.erase(std::remove_if(jobs.begin(), jobs.end(), is_other), jobs.end());
    }
    std::string names;
    for (const job j : jobs) {
        names += (names.empty() ? "" : j == jobs.back() ? " and " : ", ");
        names += m_shown.empty() ? name_of(j) : matter_of(j);
    }
    return names;
}

void option_table::exclude(CLI::Option* option, std::initializer_list<CLI::Option*> others) {
    const auto is_shown = [this](CLI::Option* o) {
        return m_app.get_option_no_throw("--" + o->get_single_name()) == o;
    };
    for (CLI::Option* other : others) {
        if (is_shown(option) && is_shown(other)) {
            option->excludes(other);
        }
    }
}

CLI::App& option_table::app_for(std::initializer_list<job> jobs) {
    const bool is_shown = m_shown.empty() || std::any_of(jobs.begin(), jobs.end(), [this](job j) {
                              return std::find(m_shown.begin(), m_shown.end(), j) != m_shown.end();
                          });
    return is_shown ? m_app : m_rest;
}

CLI::Option* option_table::note(CLI::Option* option, std::initializer_list<job> jobs) {
    m_rows.push_back({option, jobs});
    return m_group.empty() ? option : option->group(m_group);
}

} // namespace platform::pmu_run
