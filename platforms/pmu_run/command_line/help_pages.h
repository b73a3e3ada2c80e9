// SPDX-License-Identifier: Apache-2.0
// What pmu_run tells about itself: an overview, a man page and completion, all from the commands
// and their options.
#pragma once

#include "command_tree.h"
#include "parts.h"

#include <process/words.h>

#include <iosfwd>

namespace platform::pmu_run {

using process::joined;

/// The options that a user gives by name, without help.
std::vector<const CLI::Option*> named_options(const CLI::App& app);
/// The words that an option may have as its value, if only some will do.
std::vector<std::string> choices_of(const CLI::Option& option);
bool is_flag(const CLI::Option& option);

/// Text in lines of at most 80 characters, where its words are not longer.
std::string wrapped(const std::string& text);

void print_overview(std::ostream& out, const command_tree& commands);

/// The text after the options of a command.
std::string examples_of(const command_tree::node& command);

using part_words = std::function<std::vector<std::string>(const part::part_entry& part)>;

/// A script that bash sources: the completion of the command line, from the commands, their options
/// and the parts.
/// \param metric_names what -M can be
void print_completion(std::ostream& out, const command_tree& commands,
                      const part_words& metric_names);

/// In the man(7) macros.
void print_man_page(std::ostream& out, const command_tree& commands);

} // namespace platform::pmu_run
