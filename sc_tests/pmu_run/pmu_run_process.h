// SPDX-License-Identifier: Apache-2.0
// pmu_run as its users start it, under whatever circumstances.
#pragma once

#include <process/child.h>

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sc_test {
class temporary_folder;
} // namespace sc_test

namespace pmu_run_test {

using arguments = std::vector<std::string>;

/// The arguments, and then those.
inline arguments operator+(arguments first, const arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

/// How a run of pmu_run ended.
struct pmu_run_result {
    std::string command;
    int exit_code = -1; ///< negative: ended by a signal, or by us
    bool is_late = false;
    std::string out;
    std::string err;
    std::chrono::duration<double> took{};
    long resident_kib = 0; ///< at most
};

/// For failures: the command and all that came of it.
std::ostream& operator<<(std::ostream& out, const pmu_run_result& result);

/// What a run finds when it starts.
struct circumstances {
    std::string in = "/dev/null"; ///< file; standard input
    std::string out;              ///< file, appended to; empty: it is kept for the result
    std::string err;              ///< the same
    bool out_and_err_are_one_pipe_that_nobody_reads = false;
    std::vector<int> closed;         ///< descriptors
    std::uint64_t address_space = 0; ///< bytes; 0: no limit
    std::uint64_t file_size = 0;     ///< bytes; 0: no limit
    bool blocks_signals = false;     ///< SIGALRM, SIGINT, SIGTERM
};

/// A run of pmu_run. It does not outlive this object, or this process.
class pmu_run_process {
public:
    /// \throws std::runtime_error if it cannot be started
    explicit pmu_run_process(const arguments& what, const circumstances& how = {});
    ~pmu_run_process();

    pid_t pid() const { return m_child->id(); }
    void send(int signal) const { m_child->signal(signal); }
    /// Waits until it has a child, and that does something else than to start.
    /// \return its id; 0: there is none after some seconds
    pid_t child() const;
    /// Waits until it ends. \param limit it is killed after that
    pmu_run_result wait(std::chrono::seconds limit);

private:
    std::unique_ptr<sc_test::temporary_folder> m_folder;
    std::string m_command;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    platform::process::descriptor m_unread; ///< the end of a pipe
    std::optional<platform::process::child> m_child;
};

/// Runs it to its end.
/// \param limit it is killed after that
/// \throws std::runtime_error if it cannot be started
pmu_run_result run_pmu_run(const arguments& what,
                           std::chrono::seconds limit = std::chrono::seconds(240));

/// The same, under circumstances.
pmu_run_result run_pmu_run(const arguments& what, const circumstances& how);

/// Runs it to its end, which is expected to be a success without a word on standard error.
/// \return what it has printed
std::string output_of(const arguments& what);

} // namespace pmu_run_test
