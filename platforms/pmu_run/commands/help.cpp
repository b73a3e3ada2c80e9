// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/help_pages.h>
#include <pmu_run/firmware/firmware_run.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

namespace platform::pmu_run {

namespace {

class help_command final : public command {
public:
    help_command()
        : command({"help",
                   "[TOPIC]...",
                   "list the commands, or tell about one",
                   "Prints the list of commands, or the options and examples of one.",
                   {{"stat", "about a command"},
                    {"--man", "a page for man"},
                    {"--completion", "a script for bash"}}}) {}

    void add_to(CLI::App& app) override {
        app.add_option("TOPIC", m_topic, "a command, and perhaps one of its own");
        app.add_flag("--man", m_wants_man, "print all of it, for man");
        app.add_flag("--completion", m_wants_completion,
                     "print a script by which bash completes command lines");
    }

    int run(runner& /*by*/) override {
        const command_tree commands;
        if (m_wants_man) {
            print_man_page(std::cout, commands);
        } else if (m_wants_completion) {
            print_completion(std::cout, commands,
                             [](const auto& part) { return metric_names(part.unit.name()); });
        } else if (m_topic.empty()) {
            print_overview(std::cout, commands);
        } else {
            std::cout << page(commands);
        }
        return all_held;
    }

private:
    std::string page(const command_tree& commands) const {
        const std::vector<command_tree::node>* among = &commands.nodes();
        const command_tree::node* found = nullptr;
        std::string above = "pmu_run";
        for (const std::string& word : m_topic) {
            above += found == nullptr ? "" : " " + found->what.text.name;
            const auto at = std::find_if(among->begin(), among->end(),
                                         [&](const auto& n) { return n.what.text.name == word; });
            if (at == among->end()) {
                throw usage_error("help: expected a command, --man or --completion, got '", word,
                                  "'");
            }
            found = &*at;
            among = &found->actions;
        }
        return found->app.help(above);
    }

    std::vector<std::string> m_topic;
    bool m_wants_man = false;
    bool m_wants_completion = false;
};

} // namespace

std::unique_ptr<command> make_help() {
    return std::make_unique<help_command>();
}

} // namespace platform::pmu_run
