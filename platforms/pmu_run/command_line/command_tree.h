// SPDX-License-Identifier: Apache-2.0
// The commands as subcommands of one CLI::App.
#pragma once

#include "command.h"

#include <memory>
#include <string>
#include <vector>

namespace platform::pmu_run {

class command_tree {
public:
    struct node {
        command& what;
        CLI::App& app;
        std::vector<node> actions;
    };

    /// \param only the command of this name; empty: all
    explicit command_tree(const std::string& only = "");
    ~command_tree();
    command_tree(const command_tree&) = delete;
    command_tree& operator=(const command_tree&) = delete;

    const std::vector<node>& nodes() const { return m_nodes; }
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
