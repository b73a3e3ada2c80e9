// SPDX-License-Identifier: Apache-2.0
// Any command that runs a program somewhere and ends with it.
#include <process/child.h>
#include <sweep/batch/batch.h>

#include <csignal>
#include <map>
#include <unistd.h>

namespace platform::sweep {

namespace {

class launcher final : public task_starter {
public:
    launcher(const plan& of, const store& results, const std::string& command, unsigned jobs)
        : m_plan(of), m_store(results), m_command(words_of(command)), m_jobs(jobs) {
        if (m_command.empty()) {
            throw sweep_error("--launcher: expected a command, got '" + command + "'");
        }
        if (!process::is_command(m_command.front())) {
            throw sweep_error("--launcher: expected a command that is there, got '" +
                              m_command.front() + "'");
        }
    }
    ~launcher() override {
        for (auto& [task, running] : m_running) {
            running.signal(SIGTERM); // each has some seconds
            if (!running.ends_within(std::chrono::seconds(5))) {
                running.signal(SIGKILL);
            }
        }
    }

    std::uint64_t most_tasks() const override { return m_jobs; }
    std::uint64_t most_of_group() const override { return 1; }
    bool survives_controller() const override { return false; }
    std::chrono::milliseconds interval() const override { return std::chrono::milliseconds(100); }
    std::string farewell() const override { return "the same command goes on"; }

    void start(const std::string& group, std::uint64_t n) override {
        for (std::uint64_t task = 0; task != n; ++task) {
            const std::string name = group + "/" + std::to_string(task);
            std::vector<std::string> words = m_command;
            words.insert(words.end(), {m_plan.program().path, "sweep", "task", m_store.folder(),
                                       "--plan", m_plan.id(), "--chunk", name});
            const std::string log = m_store.path(name + ".log");
            m_running.emplace(std::pair(group, task), process::child([&] {
                                  process::detach(log, log);
                                  return process::execute(words);
                              }));
        }
    }

    bool look() override {
        for (auto running = m_running.begin(); running != m_running.end();) {
            running = running->second.has_ended() ? m_running.erase(running) : std::next(running);
        }
        return true;
    }

    bool is_alive(const std::string& group, std::uint64_t task) const override {
        return m_running.count({group, task}) != 0;
    }

private:
    const plan& m_plan;
    const store& m_store;
    std::vector<std::string> m_command;
    unsigned m_jobs;
    std::map<std::pair<std::string, std::uint64_t>, process::child> m_running;
};

} // namespace

std::unique_ptr<task_starter> make_launcher(const plan& of, const store& results,
                                            const std::string& command, unsigned jobs) {
    return std::make_unique<launcher>(of, results, command, jobs);
}

} // namespace platform::sweep
