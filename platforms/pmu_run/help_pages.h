// SPDX-License-Identifier: Apache-2.0
// What pmu_run tells about itself: an overview and a man page, all from the commands and their
// options.
#pragma once

#include "commands.h"
#include "option_table.h"

#include <CLI/CLI.hpp>

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// A command with the options that it has.
struct command_page {
    const command_desc& command;
    std::unique_ptr<CLI::App> app;
    std::unique_ptr<option_table>
        table; ///< has the options that are not shown; others exclude them
};

std::string joined(const std::vector<std::string>& words, const char* between);

/// The options that a user gives by name, without help.
std::vector<const CLI::Option*> named_options(const CLI::App& app);
/// The words that an option may have as its value, if only some will do.
std::vector<std::string> choices_of(const CLI::Option& option);
bool is_flag(const CLI::Option& option);

/// Text in lines of at most 80 characters, where its words are not longer.
std::string wrapped(const std::string& text);

/// \param parts the names that PART can be
void print_overview(std::ostream& out, const std::vector<std::string>& parts);

/// The text after the options of a command.
std::string examples_of(const command_desc& command);

/// In the man(7) macros.
void print_man_page(std::ostream& out, const std::vector<command_page>& pages,
                    const std::vector<std::string>& parts);

} // namespace platform::pmu_run
