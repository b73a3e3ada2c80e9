// SPDX-License-Identifier: Apache-2.0
// Processes that this one starts.
#pragma once

#include <process/descriptor_streams.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/types.h>

namespace platform::process {

/// What a child hands over, in memory: no full disk cuts it, and nobody has to read it meanwhile.
class memory_file {
public:
    /// \throws std::runtime_error
    memory_file();
    int number() const { return m_file.get(); }
    /// \throws std::runtime_error if it cannot be read
    std::string text() const;
    /// \throws std::runtime_error if it has no place for all of it
    void write(std::string_view text) const;

private:
    descriptor m_file;
};

/// How a child ended.
struct ending {
    int exit_code = -1; ///< -1: a signal ended it
    int signal = 0;     ///< 0: it ended by itself
    rusage used{};

    double cpu_seconds() const; ///< user and system
    std::string text() const;   ///< "exit code 3", "signal 11"
};

/// A process that this one starts, and that does not outlive this object, nor the thread that made
/// it, in whatever way that ends.
class child {
public:
    /// \param body what it does, with no signal blocked; its result is the exit code, and what it
    /// throws ends it with 1, and a message on its standard error
    /// \throws std::runtime_error if there can be no process
    explicit child(const std::function<int()>& body);
    child(child&& other) noexcept : m_id(std::exchange(other.m_id, 0)), m_ending(other.m_ending) {}
    child& operator=(child&& other) noexcept {
        std::swap(m_id, other.m_id);
        std::swap(m_ending, other.m_ending);
        return *this;
    }
    ~child();

    pid_t id() const { return m_id; }
    /// To it, or to all of the group that it leads, even after its own end.
    void signal(int number) const;
    /// By now.
    bool has_ended();
    /// Waits for it. \return false: it goes on after this time, or somebody wants this to stop
    bool ends_within(std::chrono::milliseconds longest, const stop_question& stop_asked = {});
    const ending& wait();

    static constexpr std::chrono::hours for_ever{1'000'000};

private:
    bool take(int options);

    pid_t m_id; ///< 0: moved away
    std::optional<ending> m_ending;
};

/// Memory of a process, in bytes.
struct memory_use {
    std::uint64_t address_space = 0;
    std::uint64_t resident = 0;
};
/// \return nothing: there is no such process any more, or nobody may know
std::optional<memory_use> memory_of(pid_t id);

// --- for the body of a child, which ends where one of these fails --------------------------------

/// Of no concern to the terminal: signals from the keyboard are its parent's alone, there is no
/// input, and output goes where these say.
void detach(int out, int err);
/// The same, at the end of files, which it makes if they are not there.
void detach(const std::string& out, const std::string& err);
/// \param number STDIN_FILENO, for example
void redirect(int number, int to);
void redirect(int number, const std::string& path, int flags = O_RDONLY);
/// At most so much; less where it could not have so much.
void limit(__rlimit_resource resource, rlim_t most);
/// Becomes a program, which PATH finds.
/// \param words the command line \param program in place of the first word; may be empty
/// \return the exit code where it cannot be started, and standard error says why
int execute(std::vector<std::string> words, std::string program = {});

/// Whether a first word of a command line can be executed: a path, or a name that PATH finds.
bool is_command(const std::string& word);

} // namespace platform::process
