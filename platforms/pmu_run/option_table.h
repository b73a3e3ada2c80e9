// SPDX-License-Identifier: Apache-2.0
// The options of pmu_run, each with the jobs that have a use for it.
#pragma once

#include "command_line.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// A whole number as read_whole_number() wants it, from first to last. CLI11's own conversions take
/// a minus sign for whole numbers, digits that are too many, and what is not a number.
CLI::Validator whole_number(std::uint64_t first = 0, std::uint64_t last = UINT64_MAX);
/// The same as read_number() wants it.
CLI::Validator number(double first, double last);
/// Any text but none. \param what it is, for the message
CLI::Validator some_text(const std::string& what);
/// A tab for the two characters that mean one to people, and to perf.
CLI::Validator tab_of_escape();
CLI::Validator path();

/// How a command line without a command asks for a job.
const char* name_of(job what);

class option_table {
public:
    /// \param app gets the options
    /// \param shown those that one of these jobs has a use for; empty: all, and what selects a job
    option_table(CLI::App& app, std::vector<job> shown) : m_app(app), m_shown(std::move(shown)) {}

    template <class Value>
    CLI::Option* option(const char* name, Value& value, std::initializer_list<job> jobs,
                        const std::string& help) {
        return note(app_for(jobs).add_option(name, value, help), jobs);
    }
    CLI::Option* flag(const char* name, bool& value, std::initializer_list<job> jobs,
                      const std::string& help) {
        return note(app_for(jobs).add_flag(name, value, help), jobs);
    }
    /// An option that there is only where a command asks for its job.
    template <class Value>
    CLI::Option* of_command(const char* name, Value& value, std::initializer_list<job> jobs,
                            const std::string& help) {
        CLI::App& app = m_shown.empty() || &app_for(jobs) == &m_rest ? m_hidden : m_app;
        if constexpr (std::is_same_v<Value, bool>) {
            return note(app.add_flag(name, value, help), jobs);
        } else {
            return note(app.add_option(name, value, help), jobs);
        }
    }
    /// What asks for a job where no command does.
    template <class Value>
    CLI::Option* selector(const char* name, Value& value, std::initializer_list<job> jobs,
                          const std::string& help) {
        CLI::App& app = m_shown.empty() ? m_app : m_rest;
        if constexpr (std::is_same_v<Value, bool>) {
            return note(app.add_flag(name, value, help), jobs);
        } else {
            return note(app.add_option(name, value, help), jobs);
        }
    }
    /// Not both. Help of a command does not name an option that it does not have.
    void exclude(CLI::Option* option, std::initializer_list<CLI::Option*> others);
    /// Whether a command has said what is to be done.
    bool has_command() const { return !m_shown.empty(); }
    /// Of the options that follow.
    void set_group(std::string group) { m_group = std::move(group); }

    /// What is wrong if one was given that is not for this; else nothing.
    std::optional<std::string> misplaced(job what) const;

private:
    struct row {
        CLI::Option* option;
        std::vector<job> jobs;
    };

    CLI::App& app_for(std::initializer_list<job> jobs);
    CLI::Option* note(CLI::Option* option, std::initializer_list<job> jobs);
    std::string names_of(std::vector<job> jobs) const;

    CLI::App& m_app;
    CLI::App m_rest;   ///< what is not shown
    CLI::App m_hidden; ///< the same of of_command(), whose names others may have
    std::vector<job> m_shown;
    std::string m_group;
    std::vector<row> m_rows;
};

} // namespace platform::pmu_run
