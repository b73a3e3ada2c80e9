// SPDX-License-Identifier: Apache-2.0
#include "sweep_actions.h"

#include <sweep/table.h>

namespace platform::pmu_run {

namespace {

using namespace sweep;

/// Writes what there is so far.
class output_action : public sweep_folder_action {
public:
    using sweep_folder_action::sweep_folder_action;

    void check(const CLI::App& app) override {
        sweep_folder_action::check(app);
        m_tables.check();
    }

    int run(runner& /*by*/) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points());
        sweep_outputs outputs(m_tables, inputs_of(*plan, results));
        outputs.write(m_tables, *plan, results);
        return all_held;
    }

protected:
    sweep_tables m_tables;
};

class collect_action final : public output_action {
public:
    collect_action()
        : output_action({"collect",
                         "FOLDER",
                         "write a table of the results so far",
                         "Writes a table of the results so far: as CSV to standard output, unless "
                         "an option says otherwise.",
                         {{"study.sweep --csv table.csv", "into a file"}}}) {}

    void add_to(CLI::App& app) override {
        output_action::add_to(app);
        m_tables.add_tables_to(app);
    }

    void check(const CLI::App& app) override {
        if (m_tables.csv.empty() && m_tables.json.empty()) {
            m_tables.csv = "-";
        }
        output_action::check(app);
    }
};

class page_action final : public output_action {
public:
    page_action()
        : output_action({"page",
                         "FOLDER --report FILE",
                         "write a page of the results so far",
                         "Writes a page of the results so far for a browser.",
                         {{"study.sweep --report study.html", "into a file"}}}) {}

    void add_to(CLI::App& app) override {
        output_action::add_to(app);
        m_tables.add_report_to(app);
    }

    void check(const CLI::App& app) override {
        output_action::check(app);
        if (m_tables.report.empty()) {
            throw usage_error("sweep page: expected --report FILE");
        }
    }
};

} // namespace

std::unique_ptr<command> make_sweep_collect() {
    return std::make_unique<collect_action>();
}

std::unique_ptr<command> make_sweep_page() {
    return std::make_unique<page_action>();
}

} // namespace platform::pmu_run
