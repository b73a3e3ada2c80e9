// SPDX-License-Identifier: Apache-2.0
// What can be done with a sweep, and what the actions share.
#pragma once

#include <pmu_run/run/runner.h>

#include <sweep/plan/plan.h>
#include <sweep/run/work_list.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// `status` and the others, as `sweep` has them.
std::vector<std::unique_ptr<command>> sweep_actions();

/// A command that runs no simulation: the controller and its processes end by their own rules.
class sweep_action : public command {
public:
    explicit sweep_action(command_text about) : command(std::move(about)) { stops_runs = false; }
};

/// What a sweep writes of its results. "-": to standard output; empty: it is not wanted.
struct sweep_tables {
    std::string csv;
    std::string json;
    std::string report;

    void add_tables_to(CLI::App& app);
    void add_report_to(CLI::App& app);
    /// \throws usage_error
    void check() const;
    bool is_on_output() const;
    /// Opens the files, which shows what can be known before the points run; that may take days.
    /// \param inputs see check_inputs()
    void open(output_set& outputs, const std::vector<std::string>& inputs);
    void write(const std::string& option, const std::string& path,
               const std::function<void(std::ostream&)>& write) const;
    /// All that is wanted.
    void write(const sweep::plan& of, const sweep::store& results) const;

private:
    std::vector<output_option> by_option() const;

    const output_set* m_outputs = nullptr;
};

/// \param inputs files, and folders of sweeps: none of them may be written
void check_inputs(output_set& outputs, const std::vector<std::string>& inputs);

inline constexpr const char* own_program = "/proc/self/exe";

std::string absolute(const std::string& path);
/// What a sweep reads.
std::vector<std::string> inputs_of(const sweep::plan& of, const sweep::store& results);
/// 0: as many as there are processors.
std::uint64_t jobs_of(std::uint64_t given);
void print_cost(const sweep::plan& of, const sweep::store& results, const sweep::work_list& work,
                std::uint64_t jobs);

/// What points can be run with: commands with their options.
const sweep::run_interface& interface_of_points();

} // namespace platform::pmu_run
