// SPDX-License-Identifier: Apache-2.0
#include "command_tree.h"

#include "help_pages.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace platform::pmu_run {

namespace {

constexpr const char* program = "pmu_run";

/// Help, with the synopsis of the command: CLI11 does not know which arguments are needed.
class synopsis_formatter final : public CLI::Formatter {
public:
    explicit synopsis_formatter(std::string arguments) : m_arguments(std::move(arguments)) {}

    std::string make_usage(const CLI::App* /*app*/, std::string name) const override {
        return "Usage: " + name + " [OPTION]... " + m_arguments + "\n";
    }

private:
    const std::string m_arguments;
};

/// \param path the commands above it
command_tree::node add(command& what, CLI::App& parent, const std::string& path = "") {
    CLI::App& app = *parent.add_subcommand(what.text.name, wrapped(what.text.description));
    command_tree::node n{what, app, path + what.text.name, {}};
    app.footer(examples_of(n));
    app.formatter(std::make_shared<synopsis_formatter>(what.text.arguments));
    app.require_subcommand(0, 1);
    what.add_to(app);
    for (const auto& action : what.actions) {
        n.actions.push_back(add(*action, app, n.name + " "));
    }
    return n;
}

void add_all(std::vector<const command_tree::node*>& all,
             const std::vector<command_tree::node>& nodes) {
    for (const command_tree::node& n : nodes) {
        if (n.is_for_people()) {
            all.push_back(&n);
            add_all(all, n.actions);
        }
    }
}

/// The last one that the words name: `status` of `sweep status`, which has options of its own.
const command_tree::node& named(const command_tree::node& of) {
    const auto action = std::find_if(of.actions.begin(), of.actions.end(),
                                     [](const auto& a) { return a.app.count() != 0; });
    if (action == of.actions.end()) {
        return of;
    }
    for (const CLI::Option* option : of.app.get_options()) {
        if (option->count() != 0) {
            throw usage_error(option->get_name(), " does not go with ", action->name);
        }
    }
    return named(*action);
}

/// The commands that the words name: by their names, or by options of version 0.1 that said what to
/// do.
std::vector<std::string> meant_by(const command_tree& tree, const std::vector<std::string>& words) {
    const bool has_replay = std::find(words.begin(), words.end(), "--replay") != words.end();
    std::vector<std::string> meant;
    for (const std::string& word : words) {
        std::string name = word.rfind("--", 0) == 0 ? word.substr(2) : word;
        if (name == "list-metrics") {
            name = "stat";
        }
        // Runs have options of these names.
        const bool is_option_of_run = word == "--report" || (word == "--map" && has_replay);
        if (!is_option_of_run && tree.find(name) != nullptr) {
            meant.push_back(name);
        }
    }
    meant.erase(std::unique(meant.begin(), meant.end()), meant.end());
    return meant;
}

/// Words that do not begin with a command. \return what is wrong, and what is meant
std::string without_command(const command_tree& tree, const std::vector<std::string>& words) {
    const auto part = std::find_if(words.begin(), words.end(), [](const std::string& w) {
        return find_platform(w) != nullptr;
    });
    std::vector<std::string> meant = meant_by(tree, words);
    const bool is_known = part == words.begin() ||
                          (words.front()[0] == '-' && (part != words.end() || !meant.empty()));
    if (!is_known) {
        return "expected a command (pmu_run --help), got '" + words.front() + "'";
    }
    if (meant.empty()) {
        meant = {words.size() == 1 ? "shell" : "run"};
    }
    return "expected a command before " + words.front() + ": pmu_run " +
           (meant.size() == 1 ? meant.front() : "tables") +
           (part == words.end() ? "" : " " + *part) + " ... (pmu_run --help)";
}

} // namespace

command_tree::command_tree(const std::string& only)
    : m_app(std::make_unique<CLI::App>("", program)) {
    for (const command_maker make : all_commands()) {
        std::unique_ptr<command> what = make();
        if (only.empty() || what->text.name == only) {
            m_nodes.push_back(add(*what, *m_app));
            m_commands.push_back(std::move(what));
        }
    }
}

command_tree::~command_tree() = default;

const command_tree::node* command_tree::find(const std::string& name) const {
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [&](const node& n) { return n.name == name; });
    return found == m_nodes.end() ? nullptr : &*found;
}

bool command_tree::node::is_for_people() const {
    return !app.get_group().empty();
}

std::vector<const command_tree::node*> command_tree::all() const {
    std::vector<const node*> all;
    add_all(all, m_nodes);
    return all;
}

// The command reads its arguments as if it were alone, so that `--` and what follows are its own.
command* command_tree::parse(const std::vector<std::string>& words) const {
    if (words.empty()) {
        throw usage_error("expected a command (pmu_run --help)");
    }
    if (words.front() == "--help" || words.front() == "-h") {
        print_overview(std::cout, *this);
        return nullptr;
    }
    if (words.front() == "--version") {
        std::cout << program << " " TLM_PMU_VERSION "\n";
        return nullptr;
    }
    const node* const of = find(words.front());
    if (of == nullptr) {
        throw usage_error(without_command(*this, words));
    }
    try {
        of->app.parse(std::vector<std::string>(words.rbegin(), words.rend() - 1));
    } catch (const CLI::CallForHelp&) {
        std::cout << of->app.help(program);
        return nullptr;
    } catch (const CLI::ParseError& e) {
        throw usage_error(e.what());
    }
    const node& n = named(*of);
    n.what.check(n.app);
    return &n.what;
}

} // namespace platform::pmu_run
