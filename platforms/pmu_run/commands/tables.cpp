// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/table_command.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace platform::pmu_run {

namespace {

constexpr exports::selection all{true, true, true};

class tables_command final : public table_command {
public:
    tables_command()
        : table_command({"tables",
                         "PART [TABLE...]",
                         "print several tables of a part as one document",
                         "Prints registers, events and parameters, or those of them that are "
                         "named, in a format that has them all.",
                         {{"cci400 --format json", "all as one object"},
                          {"arm1136 registers events --format c-header", "for a driver"}}},
                        all) {}

    void add_to(CLI::App& app) override {
        table_command::add_to(app);
        app.add_option("TABLE", m_names, "registers, events, parameters [all]")
            ->check(CLI::IsMember({"registers", "events", "parameters"}));
    }

    void check(const CLI::App& app) override {
        const auto has = [this](const char* name) {
            return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
        };
        m_tables = m_names.empty()
                       ? all
                       : exports::selection{has("registers"), has("events"), has("parameters")};
        table_command::check(app);
    }

private:
    std::vector<std::string> m_names;
};

} // namespace

std::unique_ptr<command> make_tables() {
    return std::make_unique<tables_command>();
}

} // namespace platform::pmu_run
