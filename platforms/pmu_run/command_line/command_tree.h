// SPDX-License-Identifier: Apache-2.0
// The commands as subcommands of one CLI::App.
#pragma once

#include "command.h"

namespace platform::pmu_run {

class command_tree {
public:
    struct node {
        command& what;
        CLI::App& app;
        std::string name; ///< with those of the commands above it: "sweep status"
        std::vector<node> actions;

        /// Whether help names it.
        bool is_for_people() const;
    };

    /// \param only the command of this name; empty: all
    explicit command_tree(const std::string& only = "");
    ~command_tree();
    command_tree(const command_tree&) = delete;
    command_tree& operator=(const command_tree&) = delete;

    const std::vector<node>& nodes() const { return m_nodes; }
    /// Those that help names, each before its actions.
    std::vector<const node*> all() const;
    /// \return nullptr: there is none
    const node* find(const std::string& name) const;

    /// Reads what follows `pmu_run`.
    /// \return what is to be run; nullptr: help has been printed
    /// \throws usage_error, also for what the command cannot be
    command* parse(const std::vector<std::string>& words) const;

private:
    std::vector<std::unique_ptr<command>> m_commands;
    std::unique_ptr<CLI::App> m_app;
    std::vector<node> m_nodes;
};

} // namespace platform::pmu_run
