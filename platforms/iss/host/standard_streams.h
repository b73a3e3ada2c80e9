// SPDX-License-Identifier: Apache-2.0
// The standard streams of a program that is to end when it is asked to, whoever holds their other
// ends.
#pragma once

#include <iss/host/descriptor_streams.h>

#include <csignal>
#include <optional>
#include <string>

namespace platform {

/// Output that was not written.
struct lost_output {
    std::string stream; ///< "standard output" or "standard error"
    int error = 0;      ///< errno; ECANCELED: asked to stop while nobody took it
};

/// While it lives, std::cin, std::cout and std::cerr ask while they wait whether to stop, and then
/// fail; a pipe without a reader and a file of the largest size are errors, not signals.
/// Descriptors 0 to 2 that are closed are taken, so that no other file gets their numbers, and
/// fail. One at a time, and nothing may have been read yet.
class standard_streams {
public:
    explicit standard_streams(const stop_question& stop_asked);
    standard_streams(const standard_streams&) = delete;
    standard_streams& operator=(const standard_streams&) = delete;
    /// Writes what is left.
    ~standard_streams();

    /// Writes what is left. \return what could not be written so far, of standard output first
    std::optional<lost_output> flush();

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
    std::streambuf* m_in_before;
    std::streambuf* m_out_before;
    std::streambuf* m_err_before;
};

} // namespace platform
