// SPDX-License-Identifier: Apache-2.0
// Tables of a part: one of them, or several as one document.
#include <pmu_run/command_line/options.h>

#include <CLI/CLI.hpp>
#include <exports/formats.h>

#include <algorithm>
#include <iostream>

namespace platform::pmu_run {

namespace {

class table_command final : public command {
public:
    /// \param tables that it prints \param takes_names they may be fewer
    table_command(command_text about, exports::selection tables, bool takes_names = false)
        : command(std::move(about)), m_tables(tables), m_takes_names(takes_names) {}

    void add_to(CLI::App& app) override {
        m_part.add_to(app);
        std::string formats = exports::formats_of(m_tables);
        formats.erase(std::remove(formats.begin(), formats.end(), ' '), formats.end());
        const std::string of_two = exports::formats_of({true, true, false});
        app.add_option("--format", m_format,
                       m_takes_names
                           ? "how they are printed; registers and events without the parameters: " +
                                 of_two
                           : "how they are printed")
            ->type_name("{" + formats + "}")
            ->capture_default_str();
        if (m_takes_names) {
            app.add_option("TABLE", m_names, "registers, events, parameters [all]")
                ->check(CLI::IsMember({"registers", "events", "parameters"}));
        }
    }

    void check(const CLI::App& /*app*/) override {
        const auto has = [this](const char* name) {
            return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
        };
        if (!m_names.empty()) {
            m_tables = {has("registers"), has("events"), has("parameters")};
        }
        m_part.unit();
        if (!exports::can_write(m_format, m_tables)) {
            throw usage_error("--format: expected ", exports::formats_of(m_tables), ", got '",
                              m_format, "'");
        }
    }

    int run(runner& /*by*/) override {
        const part::part_entry& part = m_part.unit();
        exports::write(std::cout, m_format, {part.unit, part.events}, m_tables, TLM_PMU_VERSION);
        return all_held;
    }

private:
    exports::selection m_tables;
    const bool m_takes_names;
    part_argument m_part;
    std::vector<std::string> m_names;
    std::string m_format = exports::default_format;
};

} // namespace

std::unique_ptr<command> make_registers() {
    return std::make_unique<table_command>(
        command_text{"registers",
                     "PART",
                     "print the registers of a part",
                     "Prints name, address, access, reset value and fields of each register.",
                     {{"cortex_r5", "as a table"}, {"cci400 --format svd", "as CMSIS-SVD"}}},
        exports::selection{true, false, false});
}

std::unique_ptr<command> make_events() {
    return std::make_unique<table_command>(
        command_text{
            "events",
            "PART",
            "print the events of a part",
            "Prints number, name and meaning of each event, and the names that perf has for some "
            "of them, which -e of `stat` and `record` takes.",
            {{"ixp42x", "as a table"}, {"cortex_r5 --format csv", "for a spreadsheet"}}},
        exports::selection{false, true, false});
}

std::unique_ptr<command> make_parameters() {
    return std::make_unique<table_command>(
        command_text{"parameters",
                     "PART",
                     "print the parameters of a part",
                     "Prints the parameters that a platform, an access program or --option sets.",
                     {{"arm1136", "as a table"}}},
        exports::selection{false, false, true});
}

std::unique_ptr<command> make_tables() {
    return std::make_unique<table_command>(
        command_text{"tables",
                     "PART [TABLE...]",
                     "print several tables of a part as one document",
                     "Prints registers, events and parameters, or those of them that are named, in "
                     "a format that has them all.",
                     {{"cci400 --format json", "all as one object"},
                      {"arm1136 registers events --format c-header", "for a driver"}}},
        exports::selection{true, true, true}, true);
}

} // namespace platform::pmu_run
