// SPDX-License-Identifier: Apache-2.0
#include "sweep_actions.h"

#include <pmu_run/validators.h>

#include <CLI/CLI.hpp>
#include <sweep/chunk.h>
#include <sweep/content_hash.h>

#include <algorithm>
#include <cstdlib>

namespace platform::pmu_run {

namespace {

using namespace sweep;

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
        app.add_option("-n,--jobs", m_jobs, "processes at a time")
            ->transform(whole_number(1, 4096));
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

std::unique_ptr<command> make_sweep_task() {
    return std::make_unique<task_action>();
}

} // namespace platform::pmu_run
