// SPDX-License-Identifier: Apache-2.0
// Slurm: arrays of jobs by sbatch; what waits or runs is asked of squeue, by the names of the jobs,
// so that a controller that was killed at any moment finds its jobs again.
#include <process/printable.h>
#include <process/text_streams.h>
#include <sweep/batch/batch.h>
#include <sweep/batch/subprocess.h>

#include <iostream>
#include <set>

namespace platform::sweep {

namespace {

/// For /bin/sh.
std::string quoted(const std::string& text) {
    std::string all = "'";
    for (const char c : text) {
        all += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return all + "'";
}

class slurm final : public task_starter {
public:
    slurm(const plan& of, const store& results) : m_plan(of), m_store(results) {
        const subprocess_result config = run_command({"scontrol", "show", "config"});
        if (config.exit_code != 0) {
            throw sweep_error("--slurm: scontrol show config: " + config.message());
        }
        process::text_reader lines(config.out);
        for (std::string line; std::getline(lines, line);) {
            process::text_reader words(line);
            std::string name;
            std::string equals;
            std::uint64_t value = 0;
            if (words >> name >> equals >> value && name == "MaxArraySize" && value > 1) {
                m_most_of_array = value; // and its numbers are below that
            }
        }
    }

    std::uint64_t most_tasks() const override { return m_plan.of().most_tasks; }
    std::uint64_t most_of_group() const override { return m_most_of_array; }
    bool survives_controller() const override { return true; }
    std::chrono::milliseconds interval() const override { return std::chrono::seconds(1); }

    std::string farewell() const override {
        return "its tasks go on, and the same command takes them up; squeue --me shows them, "
               "scancel ends them";
    }

    void start(const std::string& group, std::uint64_t n) override {
        const std::string script = m_store.path(group + "/task.sh");
        replace_file(script, "#!/bin/sh\nexec " + quoted(m_plan.program().path) + " sweep task " +
                                 quoted(m_store.folder()) + " --plan " + m_plan.id() + " --chunk " +
                                 quoted(group) + "/\"$SLURM_ARRAY_TASK_ID\"\n");
        std::vector<std::string> words{"sbatch",
                                       "--parsable",
                                       "--array=0-" + std::to_string(n - 1),
                                       "--job-name=" + name_of(group),
                                       "--output=" + m_store.path(group) + "/%a.log",
                                       "--open-mode=append",
                                       "--chdir=" + m_store.folder()};
        for (const auto& [name, value] : m_plan.of().slurm) {
            words.push_back(std::string("--").append(name).append("=").append(value));
        }
        words.push_back(script);
        const subprocess_result run = run_command(words);
        if (run.exit_code != 0) {
            throw sweep_error("--slurm: sbatch: " + run.message());
        }
        for (std::uint64_t task = 0; task != n; ++task) {
            m_alive.emplace(name_of(group), task); // until the next look
        }
    }

    bool look() override {
        const subprocess_result queue =
            run_command({"squeue", "--noheader", "--array", "--me", "--format=%j %K"});
        const bool has_answered = queue.exit_code == 0;
        if (!has_answered && m_has_answered) {
            std::cerr << "pmu_run: --slurm: squeue: " << process::printable(queue.message())
                      << "; it is asked again and again" << std::endl;
        }
        m_has_answered = has_answered;
        if (!has_answered) {
            return false; // its daemon may come back
        }
        m_alive.clear();
        process::text_reader lines(queue.out);
        for (std::string line; std::getline(lines, line);) {
            process::text_reader words(line);
            std::string name;
            std::uint64_t task = 0;
            if (words >> name >> task) {
                m_alive.emplace(name, task);
            }
        }
        return true;
    }

    bool is_alive(const std::string& group, std::uint64_t task) const override {
        return m_alive.count({name_of(group), task}) != 0;
    }

private:
    /// Of a job: the plan, and the number of the group.
    std::string name_of(const std::string& group) const {
        return "sweep-" + m_plan.id() + "-" + group.substr(group.rfind('/') + 1);
    }

    const plan& m_plan;
    const store& m_store;
    std::uint64_t m_most_of_array = 1001; ///< Slurm's own default
    std::set<std::pair<std::string, std::uint64_t>> m_alive;
    bool m_has_answered = true; ///< when it was asked last
};

} // namespace

std::unique_ptr<task_starter> make_slurm(const plan& of, const store& results) {
    return std::make_unique<slurm>(of, results);
}

} // namespace platform::sweep
