// SPDX-License-Identifier: Apache-2.0
// Points as tasks of others: of a batch system, or of any command that starts a process somewhere.
#pragma once

#include <sweep/batch/chunk.h>
#include <sweep/run/work_list.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace platform::sweep {

/// What starts tasks. The controller looks after the points.
class task_starter {
public:
    task_starter() = default;
    virtual ~task_starter() = default;
    task_starter(const task_starter&) = delete;
    task_starter& operator=(const task_starter&) = delete;

    /// Tasks that may wait or run at a time.
    virtual std::uint64_t most_tasks() const = 0;
    /// Tasks that are started at once, at most.
    virtual std::uint64_t most_of_group() const = 0;
    /// Starts the tasks NAME/0 to NAME/(n - 1), whose points are in the store.
    /// \throws sweep_error
    virtual void start(const std::string& name, std::uint64_t n) = 0;
    /// Asks which tasks wait or run. \return false: nobody could be asked now
    virtual bool look() = 0;
    /// As the last look() has it.
    virtual bool is_alive(const std::string& name, std::uint64_t task) const = 0;
    /// Takes up tasks that a controller before this one has started? Else they have ended with it.
    virtual bool survives_controller() const = 0;
    /// How long to wait before the next look.
    virtual std::chrono::milliseconds interval() const = 0;
    /// What a user may want to know when the controller is stopped.
    virtual std::string farewell() const = 0;
};

/// Arrays of jobs, by sbatch and squeue.
std::unique_ptr<task_starter> make_slurm(const plan& of, const store& results);
/// A command before the program, `srun -n1` for example. \param jobs commands at a time
std::unique_ptr<task_starter> make_launcher(const plan& of, const store& results,
                                            const std::string& command, unsigned jobs);

/// Runs what is missing by tasks, until nothing is or SIGINT or SIGTERM comes.
/// \throws sweep_error if tasks cannot be started, or end before they begin
run_outcome run_by_tasks(const plan& of, const store& results, work_list& work,
                         task_starter& starter, const progress_report& on_progress,
                         const failure_report& on_failure);

/// Words of a command line, as a shell takes them: blanks between them, quotes around them.
/// \throws sweep_error where a quote has no partner
std::vector<std::string> words_of(const std::string& command);

} // namespace platform::sweep
