// SPDX-License-Identifier: Apache-2.0
#include "table_command.h"

#include <CLI/CLI.hpp>
#include <iostream>

namespace platform::pmu_run {

void table_command::add_to(CLI::App& app) {
    m_part.add_to(app);
    std::string formats = exports::formats_of(m_tables);
    for (std::size_t at = 0; (at = formats.find(", ", at)) != std::string::npos;) {
        formats.erase(at + 1, 1);
    }
    app.add_option("--format", m_format, "how they are printed")
        ->type_name("{" + formats + "}")
        ->capture_default_str();
}

void table_command::check(const CLI::App& /*app*/) {
    m_part.unit();
    if (!exports::can_write(m_format, m_tables)) {
        throw usage_error("--format: expected " + exports::formats_of(m_tables) + ", got '" +
                          m_format + "'");
    }
}

int table_command::run(runner& /*by*/) {
    const part::part_entry& part = m_part.unit();
    exports::write(std::cout, m_format, {part.unit, part.events}, m_tables, TLM_PMU_VERSION);
    return all_held;
}

} // namespace platform::pmu_run
