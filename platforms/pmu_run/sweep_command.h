// SPDX-License-Identifier: Apache-2.0
// pmu_run sweep: many runs, each as a process of its own.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace platform::sweep {
struct run_interface;
} // namespace platform::sweep

namespace platform::pmu_run {

/// What `pmu_run sweep` is asked for.
struct sweep_request {
    std::vector<std::string> words; ///< the action, and what it is about
    std::string store;              ///< folder; empty: named after the specification
    std::vector<std::string> variables;
    std::uint64_t jobs = 0; ///< 0: as many as there are processors
    bool dry_run = false;
    bool retry_failed = false;
    bool slurm = false;
    std::string launcher;
    std::string report; ///< file; empty: none
    std::string csv;
    std::string json;
    std::vector<std::string> bounds;
    std::vector<std::string> metrics;
    std::string plan;  ///< of a task
    std::string chunk; ///< of a task
};

/// Adds its options.
void describe_sweep(CLI::App& app, sweep_request& request);

/// \param interface what points can be run with
/// \return the exit code
int run_sweep(const sweep_request& request, const sweep::run_interface& interface);

/// The same from the command line after `pmu_run`.
/// \param interface is asked for what points can be run with once the arguments are read
int sweep_command(CLI::App& app, int argc, char** argv,
                  const std::function<sweep::run_interface()>& interface);

} // namespace platform::pmu_run
