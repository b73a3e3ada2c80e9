// SPDX-License-Identifier: Apache-2.0
// Commands that print tables of a part.
#pragma once

#include "command.h"
#include "option_groups.h"

#include <exports/formats.h>

namespace platform::pmu_run {

class table_command : public command {
public:
    table_command(command_text about, exports::selection tables)
        : command(std::move(about)), m_tables(tables) {}
    void add_to(CLI::App& app) override;
    void check(const CLI::App& app) override;
    int run(runner& by) override;

protected:
    exports::selection m_tables;

private:
    part_argument m_part;
    std::string m_format = exports::default_format;
};

} // namespace platform::pmu_run
