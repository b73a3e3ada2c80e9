// SPDX-License-Identifier: Apache-2.0
// The standard streams of a program that is to end when it is asked to, whoever holds their other
// ends.
#pragma once

#include <process/descriptor_streams.h>
#include <process/printable.h>

#include <csignal>
#include <functional>
#include <ostream>
#include <vector>

namespace platform::process {

/// While it lives, std::cin, std::cout and std::cerr ask while they wait whether to stop, and then
/// fail. What std::cout and std::cerr are given goes out as printable_output has it: control
/// characters of files and names do nothing to a terminal. A pipe without a reader and a file of
/// the largest size are errors, not signals. Descriptors 0 to 2 that are closed are taken, so that
/// no other file gets their numbers, and fail. One at a time, before any file is opened, and
/// nothing may have been read yet.
class standard_streams {
public:
    /// What lost output is called.
    static constexpr const char* output_name = "standard output";

    /// \param on_loss called when output is lost, at the first of each stream; may be empty
    explicit standard_streams(const stop_question& stop_asked,
                              const std::function<void()>& on_loss = {});
    standard_streams(const standard_streams&) = delete;
    standard_streams& operator=(const standard_streams&) = delete;
    /// Writes what is left.
    ~standard_streams();

    descriptor_output& out() { return m_out; }
    descriptor_output& err() { return m_err; }
    /// Standard output and standard error for what is simulated, whose bytes stay as they are.
    std::ostream& guest_out() { return m_guest_out; }
    std::ostream& guest_err() { return m_guest_err; }

    /// A message has told that the run was stopped: output that was not taken until then, or is
    /// not from now on, is no failure of its own.
    void excuse_stop() { m_is_stop_excused = true; }

    /// Writes what is left. \return what could not be written so far
    std::vector<lost_output> flush();
    /// Why what was read of standard input is not all of it, as cannot_read() has it; empty: it is.
    std::string lost_input() const;

private:
    /// Opens what is closed.
    struct taken_descriptors {
        taken_descriptors();
    };

    taken_descriptors m_taken; ///< before any other is opened
    struct sigaction m_at_pipe {};
    struct sigaction m_at_file_size {};
    descriptor_input m_in;
    descriptor_output m_out;
    descriptor_output m_err;
    printable_output m_out_text{m_out};
    printable_output m_err_text{m_err};
    std::ostream m_guest_out{&m_out};
    std::ostream m_guest_err{&m_err};
    std::streambuf* m_in_before;
    std::streambuf* m_out_before;
    std::streambuf* m_err_before;
    bool m_is_stop_excused = false;
};

} // namespace platform::process
