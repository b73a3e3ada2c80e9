// SPDX-License-Identifier: Apache-2.0
// What can be done with the folder of a sweep.
#include "sweep_actions.h"

#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/validators.h>

#include <CLI/CLI.hpp>
#include <page/page.h>
#include <process/printable.h>
#include <process/words.h>
#include <sweep/batch/chunk.h>
#include <sweep/batch/clean.h>
#include <sweep/plan/verdict.h>
#include <sweep/store/content_hash.h>
#include <sweep/store/store_lock.h>
#include <sweep/table/along.h>
#include <sweep/table/page_data.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace platform::pmu_run {

namespace {

using namespace sweep;

/// One about the folder of a sweep.
class sweep_folder_action : public sweep_action {
public:
    using sweep_action::sweep_action;

    void add_to(CLI::App& app) override {
        app.add_option("FOLDER", m_folder, "where the results of the sweep are");
    }

    void check(const CLI::App& /*app*/) override {
        if (m_folder.empty()) {
            throw usage_error("sweep ", text.name, ": expected the folder of a sweep");
        }
        m_folder = absolute(m_folder);
    }

protected:
    std::string m_folder; ///< as the store has it
};

class status_action final : public sweep_folder_action {
public:
    status_action()
        : sweep_folder_action({"status",
                               "FOLDER",
                               "say how far a sweep is",
                               "Says how far a sweep is, also while it runs.",
                               {{"study.sweep", "how many points are done"}}}) {}

    int run(runner& /*by*/) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points());
        const work_list work(*plan, results);
        print_cost(*plan, results, work, jobs_of(0));
        if (const std::string owner = store_lock::owner(results); !owner.empty()) {
            std::cout << "at work: " << process::printable(owner) << '\n';
        }
        constexpr std::size_t most = 20;
        std::size_t shown = 0;
        plan->points().for_each_included([&](std::uint64_t index) {
            if (work.state(index) == point_state::failed && shown++ < most) {
                const verdict v = judge(plan->of(), results, plan->key(index));
                std::cout << process::printable("failed: " + plan->points().describe(index) + ": " +
                                                v.reason + "; " + results.path(v.log))
                          << '\n';
            }
        });
        if (shown > most) {
            std::cout << "and " << shown - most << " more\n";
        }
        return all_held;
    }
};

/// Writes what there is so far.
class output_action : public sweep_folder_action {
public:
    using sweep_folder_action::sweep_folder_action;

    void check(const CLI::App& app) override {
        sweep_folder_action::check(app);
        m_tables.check();
    }

    int run(runner& by) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points());
        m_tables.open(by.outputs, inputs_of(*plan, results));
        m_tables.write(*plan, results);
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
                         "FOLDER|CSV --report FILE",
                         "write a page of the results so far",
                         "Writes a page of the results so far for a browser; or of a table, as "
                         "`sweep collect --csv` writes it and others may.",
                         {{"study.sweep --report study.html", "into a file"},
                          {"table.csv --report study.html", "of a table"}}}) {}

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

    int run(runner& by) override {
        if (!std::filesystem::is_regular_file(m_folder)) {
            return output_action::run(by);
        }
        const figure_table table = read_csv_table(m_folder, read_file(m_folder, most_table_bytes));
        m_tables.open(by.outputs, {m_folder});
        m_tables.write("--report", m_tables.report, [&](std::ostream& out) {
            const std::string name = std::filesystem::path(m_folder).filename().string();
            platform::page::write_page(out, page_data(table, name, TLM_PMU_VERSION), "sweep.html");
        });
        return all_held;
    }
};

class compare_action final : public sweep_action {
public:
    compare_action()
        : sweep_action({"compare",
                        "OLD NEW | SWEEP --along AXIS",
                        "say what has changed between two sweeps, or along an axis of one",
                        "Says what has changed between two sweeps; or, with --along, between the "
                        "points of one sweep that differ in that axis alone. Exit code 1 if a "
                        "bound is passed.",
                        {{"old.json new.sweep --bound cycles:2", "cycles may rise by 2%"},
                         {"study.sweep --along part --base arm1136 --metric cycles",
                          "the cycles of each part beside those of the ARM1136"}}}) {}

    void add_to(CLI::App& app) override {
        app.add_option(
            "SWEEP", m_sweeps,
            "OLD and NEW, folders of sweeps or their tables, JSON or CSV; one with --along");
        app.add_option("--along", m_axis,
                       "compare the points of one sweep that differ in this axis alone")
            ->type_name("AXIS")
            ->check(some_text("the name of an axis"));
        app.add_option("--base", m_base,
                       "with --along: the value that the others are compared with [that of the "
                       "first point]")
            ->type_name("VALUE")
            ->check(some_text("a value of the axis"));
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
        if (m_axis.empty() && !m_base.empty()) {
            throw usage_error("--base goes with --along");
        }
        if (m_sweeps.size() != (m_axis.empty() ? 2 : 1)) {
            throw usage_error("sweep compare: expected ",
                              m_axis.empty() ? "OLD and NEW, folders of sweeps or their tables"
                                             : "one sweep, its folder or its table",
                              ", got ", m_sweeps.size(),
                              m_sweeps.size() == 1 ? " argument" : " arguments");
        }
    }

    int run(runner& by) override {
        std::vector<bound> bounds;
        for (const std::string& word : m_bounds) {
            bounds.push_back(read_bound(word));
        }
        m_tables.open(by.outputs, m_sweeps);
        const comparison c = compared(bounds);
        print(m_tables.is_on_output() ? std::cerr : std::cout, c);
        m_tables.write("--json", m_tables.json,
                       [&](std::ostream& out) { out << as_json(c).dump(1) << '\n'; });
        return c.is_passed() ? not_all_held : all_held;
    }

private:
    comparison compared(const std::vector<bound>& bounds) const {
        const compared_sweep first = read_compared(m_sweeps[0], interface_of_points());
        return m_axis.empty()
                   ? sweep::compare(first, read_compared(m_sweeps[1], interface_of_points()),
                                    m_metrics, bounds)
                   : compare_along(first, m_axis, m_base, m_metrics, bounds);
    }

    std::vector<std::string> m_sweeps;
    std::string m_axis; ///< empty: two sweeps are compared
    std::string m_base; ///< empty: the value of the first point
    std::vector<std::string> m_bounds;
    std::vector<std::string> m_metrics;
    sweep_tables m_tables;
};

class clean_action final : public sweep_folder_action {
public:
    clean_action()
        : sweep_folder_action(
              {"clean",
               "FOLDER",
               "remove what no point of a sweep needs any more",
               "Removes from the folder of a sweep what no point of its latest specification "
               "needs: results and failures of other points, broken results, copies of files and "
               "plans that it does not name, and what ended processes have left. It lists what it "
               "removes, and refuses to while somebody is at work on the sweep.",
               {{"study.sweep --dry-run", "only list it"}}}) {}

    void add_to(CLI::App& app) override {
        sweep_folder_action::add_to(app);
        app.add_flag("--dry-run", m_dry_run, "only list what would be removed");
    }

    int run(runner& /*by*/) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points());
        std::unique_ptr<store_lock> lock;
        if (!m_dry_run) {
            lock = std::make_unique<store_lock>(results);
            if (!lock->keeps_others_out()) {
                throw sweep_error(m_folder + ": this file system does not lock files: nobody "
                                             "knows whether somebody is at work on this sweep");
            }
        } else if (const std::string owner = store_lock::owner(results); !owner.empty()) {
            throw sweep_error(m_folder + ": " + owner + " is at work on this sweep");
        }
        const std::vector<leftover> all = leftovers_of(*plan, results);
        std::uint64_t bytes = 0;
        for (const leftover& l : all) {
            bytes += l.bytes;
            std::cout << l.what << ": " << process::printable(l.name) << '\n';
        }
        if (!m_dry_run) {
            remove(results, all);
        }
        std::cout << (m_dry_run ? "would remove " : "removed ")
                  << process::counted(all.size(), "leftover") << ", "
                  << process::counted(bytes, "byte") << "; " << plan->count()
                  << " points stay as they are\n";
        return all_held;
    }

private:
    bool m_dry_run = false;
};

/// One task of a batch system, on whatever machine that has put it. The controller starts it.
class task_action final : public sweep_folder_action {
public:
    task_action()
        : sweep_folder_action({"task", "FOLDER", "run some points", "Runs some points."}) {}

    void add_to(CLI::App& app) override {
        app.group(""); // it is not for people
        sweep_folder_action::add_to(app);
        app.add_option("--plan", m_plan, "which plan");
        app.add_option("--chunk", m_chunk, "which points");
        add_jobs(app, m_jobs, "processes at a time");
    }

    void check(const CLI::App& app) override {
        sweep_folder_action::check(app);
        if (m_plan.empty() || m_chunk.empty()) {
            throw usage_error(
                "sweep task: expected --plan and --chunk, as the controller gives them");
        }
    }

    int run(runner& /*by*/) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points(), m_plan);
        if (hash_of_program(own_program, loaded_libraries()) != plan->program().hash) {
            throw sweep_error(plan->program().path +
                              ", or a library of it, is not what this sweep was started with");
        }
        std::uint64_t jobs = m_jobs;
        if (const char* cpus = std::getenv("SLURM_CPUS_PER_TASK"); jobs == 0 && cpus != nullptr) {
            jobs = static_cast<std::uint64_t>(std::max(std::atoi(cpus), 1));
        }
        return run_task(*plan, results, m_chunk,
                        static_cast<unsigned>(std::max<std::uint64_t>(jobs, 1)))
                   ? all_held
                   : not_all_held;
    }

private:
    std::string m_plan;
    std::string m_chunk;
    std::uint64_t m_jobs = 0;
};

} // namespace

std::vector<std::unique_ptr<command>> sweep_actions() {
    std::vector<std::unique_ptr<command>> all;
    all.push_back(std::make_unique<status_action>());
    all.push_back(std::make_unique<collect_action>());
    all.push_back(std::make_unique<page_action>());
    all.push_back(std::make_unique<compare_action>());
    all.push_back(std::make_unique<clean_action>());
    all.push_back(std::make_unique<task_action>());
    return all;
}

} // namespace platform::pmu_run
