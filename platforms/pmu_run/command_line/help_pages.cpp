// SPDX-License-Identifier: Apache-2.0
#include "help_pages.h"

#include "event_words.h"

#include <CLI/CLI.hpp>
#include <ostream>
#include <process/text_streams.h>

namespace platform::pmu_run {

namespace {

constexpr const char* summary = "performance monitoring units of Arm and Intel cores, simulated";

/// Text for man: a dash is a dash, and no line begins with a control character.
std::string roff(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else {
            escaped += c;
        }
    }
    const bool is_control = !escaped.empty() && (escaped[0] == '.' || escaped[0] == '\'');
    return (is_control ? "\\&" : "") + escaped;
}

/// What stands for the value in a synopsis.
std::string value_text(const CLI::Option& option) {
    if (is_flag(option)) {
        return "";
    }
    const std::vector<std::string> choices = choices_of(option);
    return choices.empty() ? "VALUE" : joined(choices, "|");
}

void print_section(std::ostream& out, const command_tree::node& of) {
    out << ".SH " << of.name << "\n" << roff(of.what.text.description) << "\n";
    for (const CLI::Option* option : named_options(of.app)) {
        out << ".TP\n.B " << roff(option->get_name(false, true));
        if (const std::string value = value_text(*option); !value.empty()) {
            out << " \\fI" << roff(value) << "\\fR";
        }
        out << "\n" << roff(option->get_description()) << "\n";
    }
    for (const command_example& e : of.what.text.examples) {
        out << ".PP\n"
            << roff(e.meaning) << ":\n.PP\n.RS\n.B pmu_run " << roff(of.name + " " + e.arguments)
            << "\n.RE\n";
    }
}

} // namespace

std::vector<const CLI::Option*> named_options(const CLI::App& app) {
    std::vector<const CLI::Option*> named;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional() && option->get_single_name() != "help") {
            named.push_back(option);
        }
    }
    return named;
}

// CLI11 puts them between braces.
std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}');
    return open == std::string::npos || close == std::string::npos
               ? std::vector<std::string>()
               : words_of(type.substr(open + 1, close - open - 1));
}

bool is_flag(const CLI::Option& option) {
    return option.get_expected_max() == 0 || option.get_type_size_max() == 0;
}

std::string wrapped(const std::string& text) {
    constexpr std::size_t width = 80;
    std::string lines;
    std::size_t column = 0;
    process::text_reader words(text);
    for (std::string word; words >> word;) {
        if (column != 0) {
            const bool fits = column + 1 + word.size() <= width;
            lines += fits ? ' ' : '\n';
            column = fits ? column + 1 : 0;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

void print_overview(std::ostream& out, const command_tree& commands) {
    out << "pmu_run: " << summary << "\n\nUsage: pmu_run COMMAND [OPTION]... [ARGUMENT]...\n\n";
    for (const command_tree::node& n : commands.nodes()) {
        const command_text& text = n.what.text;
        out << "  " << text.name << std::string(12 - text.name.size(), ' ') << text.summary << '\n';
    }
    out << "\n`pmu_run COMMAND --help` is about a command. PART is one of " << platform_names(", ")
        << ".\n\nStart with: pmu_run demo " << all_platforms().front().name << '\n';
}

std::string examples_of(const command_tree::node& command) {
    std::string text;
    for (const command_example& e : command.what.text.examples) {
        const std::string line = "pmu_run " + command.name + " " + e.arguments;
        text += "  " + line + std::string(line.size() < 56 ? 56 - line.size() : 1, ' ') + "# " +
                e.meaning + "\n";
    }
    return text.empty() ? "" : "Examples:\n" + text;
}

void print_man_page(std::ostream& out, const command_tree& commands) {
    out << ".TH PMU_RUN 1 \"\" \"tlm\\-pmu " TLM_PMU_VERSION "\" \"User commands\"\n"
        << ".SH NAME\npmu_run \\- " << roff(summary) << "\n.SH SYNOPSIS\n";
    for (const command_tree::node* n : commands.all()) {
        out << ".B pmu_run " << n->name << "\n.RI [ OPTION ]...\n"
            << roff(n->what.text.arguments) << "\n.br\n";
    }
    out << ".SH DESCRIPTION\nPART is one of " << roff(platform_names(", ")) << ".\n";
    for (const command_tree::node* n : commands.all()) {
        print_section(out, *n);
    }
    out << ".SH \"EXIT STATUS\"\n" << roff(exit_code_text) << "\n";
}

} // namespace platform::pmu_run
