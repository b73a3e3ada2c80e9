// SPDX-License-Identifier: Apache-2.0
// Runs points on this machine, each as a process of its own, and stores what comes of them.
#pragma once

#include <process/child.h>
#include <process/held_signals.h>
#include <sweep/plan/plan.h>
#include <sweep/store/store_lock.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::sweep {

/// How a point ended.
struct finished_point {
    std::uint64_t index = 0;
    bool succeeded = false;
    bool is_new = false;   ///< a result that was not there before
    bool is_final = false; ///< it is not tried again
    std::string reason;    ///< why it failed
    double wall_s = 0;
};

/// While it lives, SIGCHLD, SIGINT and SIGTERM are blocked, and asked for.
class signal_watch {
public:
    /// Waits for one of them. \return whether SIGINT or SIGTERM has been there by now
    bool wait(std::chrono::milliseconds longest);
    bool is_stop_asked() const { return m_is_stop_asked; }

private:
    process::held_signals m_watched{SIGCHLD, SIGINT, SIGTERM};
    bool m_is_stop_asked = false;
};

class point_runner {
public:
    /// Both outlive it. \param program what is executed
    point_runner(const plan& of, const store& results, std::string program = "/proc/self/exe");

    std::size_t running() const { return m_running.size(); }
    std::vector<std::uint64_t> indices() const;
    /// \throws std::runtime_error if no process can be made
    void start(std::uint64_t index);
    /// Takes those that have ended, and ends those that have had their time.
    std::vector<finished_point> reap();
    /// Time until reap() has something to end.
    std::chrono::milliseconds patience() const;

private:
    using clock = std::chrono::steady_clock;
    struct running_point {
        std::uint64_t index = 0;
        clock::time_point begun;
        clock::time_point deadline; ///< the next signal
        int sent = 0;               ///< signals
        bool is_too_large = false;
        plan::execution run;
        std::string files; ///< names of its outputs begin with it
        std::optional<process::child> child;
    };

    int become(const running_point& p) const;
    finished_point finish(running_point& p);
    json record_of(const running_point& p, const process::ending& end, double wall_s) const;
    void read_figures(const running_point& p, json& record) const;
    std::string fault(const running_point& p, const process::ending& end, json& record) const;
    bool has_too_much(const running_point& p) const;

    const plan& m_plan;
    const store& m_store;
    std::string m_program;
    scratch_folder m_scratch;
    std::vector<running_point> m_running;
    std::uint64_t m_started = 0;
};

} // namespace platform::sweep
