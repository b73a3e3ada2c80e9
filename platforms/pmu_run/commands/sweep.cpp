// SPDX-License-Identifier: Apache-2.0
// Many runs, each as a process of its own.
#include "sweep/sweep_actions.h"

#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/validators.h>
#include <pmu_run/run/runner.h>

#include <CLI/CLI.hpp>
#include <process/printable.h>
#include <process/text_streams.h>
#include <report/progress.h>
#include <sweep/batch/batch.h>
#include <sweep/store/content_hash.h>
#include <sweep/store/store_lock.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>

namespace platform::pmu_run {

namespace {

using namespace sweep;

program_identity this_program() {
    return {std::filesystem::read_symlink(own_program).string(), TLM_PMU_VERSION,
            hash_of_program(own_program, loaded_libraries())};
}

std::map<std::string, std::string> variables_of(const std::vector<std::string>& given) {
    std::map<std::string, std::string> all;
    for (const std::string& text : given) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw usage_error("--set: expected NAME=VALUE, got '", text, "'");
        }
        all[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return all;
}

int dry_run(const plan& of, const store& results, const work_list& work, std::uint64_t jobs) {
    of.points().for_each_included([&](std::uint64_t index) {
        constexpr std::array<const char*, 5> states = {"", "to do", "", "done", "failed"};
        std::cout << std::left << std::setw(7)
                  << states.at(static_cast<std::size_t>(work.state(index)));
        for (const std::string& argument : of.arguments(index)) {
            std::cout << ' ' << process::printable(argument);
        }
        std::cout << '\n';
    });
    print_cost(of, results, work, jobs);
    return all_held;
}

/// "points: 12 of 1000, 1 failed; 35 a second, 28 s left", for people at a terminal.
/// \param before points that were done before \param seconds that the others have taken
std::string progress_text(const tally& count, std::uint64_t before, double seconds) {
    process::text_writer line;
    line << "points: " << count.done << " of " << count.points;
    if (count.failed != 0) {
        line << ", " << count.failed << " failed";
    }
    const double rate = static_cast<double>(count.done - before) / seconds;
    if (rate > 0) {
        line << "; " << std::setprecision(3) << rate << " a second, "
             << report::span(static_cast<double>(count.left()) / rate) << " left";
    }
    return line.str();
}

class sweep_command final : public sweep_action {
public:
    sweep_command()
        : sweep_action(
              {"sweep",
               "SPEC.json",
               "run many points of a matrix, here or on a cluster; collect and compare",
               "Runs each point of a matrix of parts, files and options as a process of "
               "its own, and keeps what comes out in a folder: a point that has been done "
               "is not done again. SPEC.json says what the points are; "
               "platforms/sweep/README.md describes it. `sweep status`, `sweep collect` "
               "and `sweep page` work while it runs; it may be killed and started again "
               "at any time.",
               {{"study.json --jobs 2 --report study.html",
                 "run what is missing, and write a page"},
                {"study.json --dry-run", "list the points, and what they will cost"},
                {"status study.sweep", "how far it is"},
                {"collect study.sweep --csv table.csv", "a table of what there is so far"},
                {"study.json --slurm", "on a cluster"},
                {"compare old.json new.sweep --bound cycles:2", "what has changed since"}}}) {
        actions = sweep_actions();
    }

    void add_to(CLI::App& app) override {
        app.add_option("SPEC", m_spec, "what the points are");
        app.add_option("--into", m_store, "where results are kept [SPEC.sweep, here]")
            ->type_name("FOLDER")
            ->check(path());
        app.add_option("--set", m_variables, "NAME=VALUE, a variable of the specification")
            ->allow_extra_args(false);
        add_jobs(app, m_jobs, "processes at a time [as many as processors]");
        app.add_flag("--dry-run", m_dry_run, "only list the points, and the cost so far known");
        app.add_flag("--retry-failed", m_retry_failed, "try once more what has failed");
        app.add_flag("--slurm", m_slurm, "by job arrays of Slurm");
        app.add_option("--launcher", m_launcher,
                       "by a command that starts a program somewhere, such as \"srun -n1\", "
                       "--jobs at a time")
            ->type_name("COMMAND")
            ->check(some_text("a command"));
        m_tables.add_report_to(app);
        m_tables.add_tables_to(app);
    }

    void check(const CLI::App& /*app*/) override {
        if (m_spec.empty()) {
            throw usage_error("sweep: expected SPEC.json, or what is to be done with the folder "
                              "of a sweep");
        }
        if (m_slurm && !m_launcher.empty()) {
            throw usage_error("--slurm does not go with --launcher");
        }
        m_tables.check();
    }

    int run(runner& by) override {
        const std::string own_store = std::filesystem::path(m_spec).stem().string() + ".sweep";
        const store results(absolute(m_store.empty() ? own_store : m_store));
        spec of = load_spec();
        check_owner(results);
        if (m_dry_run) {
            const auto plan = plan::make_only(std::move(of), this_program());
            return dry_run(*plan, results, work_list(*plan, results), jobs_of(m_jobs));
        }
        m_tables.open(by.outputs, {m_spec, results.folder()});
        results.create();
        const store_lock lock(results);
        if (!lock.keeps_others_out()) {
            tell(results.folder(),
                 ": this file system does not lock files: another controller at work on "
                 "this sweep would not be noticed");
        }
        results.remove_leftovers();
        const auto plan = plan::make(std::move(of), this_program(), results, absolute(m_spec));
        check_inputs(by.outputs, inputs_of(*plan, results));
        return run_points(*plan, results);
    }

private:
    spec load_spec() const {
        constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
        return read_spec(m_spec, parse_json(m_spec, read_file(m_spec, most_bytes)),
                         absolute(m_spec + "/.."), variables_of(m_variables),
                         interface_of_points());
    }

    /// Specifications of one name in two folders would take turns in one store.
    void check_owner(const store& results) const {
        if (!m_store.empty()) {
            return; // the user has said so
        }
        if (const std::string origin = plan::origin(results);
            !origin.empty() && origin != absolute(m_spec)) {
            throw sweep_error(results.folder() + " has results of " + origin +
                              "; --into says where those of " + absolute(m_spec) + " go");
        }
    }

    /// \return nullptr: this process runs the points itself
    std::unique_ptr<task_starter> starter_of(const plan& of, const store& results) const {
        return m_slurm ? make_slurm(of, results)
               : !m_launcher.empty()
                   ? make_launcher(of, results, m_launcher, static_cast<unsigned>(jobs_of(m_jobs)))
                   : nullptr;
    }

    int run_points(const plan& of, const store& results) {
        work_list work(of, results, {m_retry_failed, true});
        for (const std::string& fault : work.broken()) {
            tell(fault);
        }
        run_outcome outcome;
        std::string farewell = "the same command goes on";
        {
            report::progress_line line;
            const auto on_progress = [&line, before = work.count().done](const tally& count) {
                line.show([&](double seconds) { return progress_text(count, before, seconds); });
            };
            const auto on_failure = [&](const finished_point& point) {
                tell(of.points().describe(point.index), ": ", point.reason,
                     point.is_final ? "" : "; it is tried again");
            };
            const auto starter = starter_of(of, results);
            if (starter != nullptr) {
                outcome = run_by_tasks(of, results, work, *starter, on_progress, on_failure);
                farewell = starter->farewell();
            } else {
                outcome = run_here(of, results, work, static_cast<unsigned>(jobs_of(m_jobs)),
                                   on_progress, on_failure);
            }
        }
        const tally& count = work.count();
        (m_tables.is_on_output() ? std::cerr : std::cout)
            << count.points << " points: " << count.done << " done, " << count.failed << " failed, "
            << count.left() << " to do; " << process::printable(results.folder()) << '\n';
        m_tables.write(of, results);
        if (outcome.was_stopped) {
            tell("stopped; ", farewell);
        }
        return outcome.was_stopped || count.failed != 0 ? not_all_held : all_held;
    }

    std::string m_spec;
    std::string m_store; ///< folder; empty: named after the specification
    std::vector<std::string> m_variables;
    std::uint64_t m_jobs = 0; ///< 0: as many as there are processors
    bool m_dry_run = false;
    bool m_retry_failed = false;
    bool m_slurm = false;
    std::string m_launcher;
    sweep_tables m_tables;
};

} // namespace

std::unique_ptr<command> make_sweep() {
    return std::make_unique<sweep_command>();
}

} // namespace platform::pmu_run
