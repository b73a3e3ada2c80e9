// SPDX-License-Identifier: Apache-2.0
#include "sweep_actions.h"

#include <pmu_run/option_groups.h>

#include <CLI/CLI.hpp>
#include <sweep/compare.h>

#include <iostream>

namespace platform::pmu_run {

namespace {

using namespace sweep;

class compare_action final : public sweep_action {
public:
    compare_action()
        : sweep_action({"compare",
                        "OLD NEW",
                        "say what has changed between two sweeps",
                        "Says what has changed between two sweeps; exit code 1 if a bound is "
                        "passed.",
                        {{"old.json new.sweep --bound cycles:2", "cycles may rise by 2%"}}}) {}

    void add_to(CLI::App& app) override {
        app.add_option("SWEEP", m_sweeps, "OLD and NEW, folders of sweeps or their JSON");
        app.add_option("--bound", m_bounds,
                       "METRIC:PER_CENT by which it may rise, or fall if that is negative; exit "
                       "code 1 if it is passed; once or more")
            ->allow_extra_args(false);
        app.add_option("--metric", m_metrics, "only this one; once or more [all]")
            ->allow_extra_args(false);
        add_file(app, "--json", m_tables.json,
                 "write the differences as JSON; -: to standard output");
    }

    void check(const CLI::App& /*app*/) override {
        if (m_sweeps.size() != 2) {
            throw usage_error(
                "sweep compare: expected OLD and NEW, folders of sweeps or their JSON, got " +
                std::to_string(m_sweeps.size()) +
                (m_sweeps.size() == 1 ? " argument" : " arguments"));
        }
    }

    int run(runner& /*by*/) override {
        std::vector<bound> bounds;
        for (const std::string& word : m_bounds) {
            bounds.push_back(read_bound(word));
        }
        sweep_outputs outputs(m_tables, m_sweeps);
        const run_interface& interface = interface_of_points();
        const comparison c =
            sweep::compare(read_compared(m_sweeps[0], interface),
                           read_compared(m_sweeps[1], interface), m_metrics, bounds);
        print(m_tables.is_on_output() ? std::cerr : std::cout, c);
        outputs.write(m_tables.json, [&](std::ostream& out) { out << as_json(c).dump(1) << '\n'; });
        return c.is_passed() ? not_all_held : all_held;
    }

private:
    std::vector<std::string> m_sweeps;
    std::vector<std::string> m_bounds;
    std::vector<std::string> m_metrics;
    sweep_tables m_tables;
};

} // namespace

std::unique_ptr<command> make_sweep_compare() {
    return std::make_unique<compare_action>();
}

} // namespace platform::pmu_run
