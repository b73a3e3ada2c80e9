// SPDX-License-Identifier: Apache-2.0
// Files that are read: the one way in which an input is opened.
#pragma once

#include <process/descriptor_streams.h>
#include <process/gzip.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <streambuf>
#include <string>

#include <sys/stat.h>

namespace platform::process {

/// An input cannot be read: "cannot read PATH: REASON".
class input_error : public std::runtime_error {
public:
    input_error(const std::string& path, const std::string& reason)
        : std::runtime_error(cannot_read(path, reason)), m_reason(reason) {}

    const std::string& reason() const { return m_reason; }

private:
    std::string m_reason;
};

/// It is larger than it may be: "PATH: expected at most N bytes, got M".
class input_too_large : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The run was asked to stop before all was read: "PATH: stopped while it was read".
class input_stopped : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file, a FIFO, a pipe, a terminal or another device that is read. Nothing waits for ever: not
/// the opening, and what has a writer is waited for until somebody wants the program to end. A FIFO
/// without a writer is waited for some seconds.
class input_file {
public:
    /// \throws input_error
    explicit input_file(std::string path, stop_question stop_asked = {});

    const std::string& path() const { return m_path; }
    const struct stat& status() const { return m_status; }
    bool is_regular() const { return S_ISREG(m_status.st_mode); }
    int number() const { return m_from.number(); }

    /// Waits for at least one byte. \return 0: the end
    /// \throws input_error, input_stopped
    std::size_t read(char* data, std::size_t bytes);

private:
    /// What a FIFO begins with; 0: somebody writes it, and has not written yet.
    std::size_t first_of_fifo(char* data, std::size_t bytes) const;
    [[noreturn]] void stop() const;

    const std::string m_path;
    stop_question m_stop_asked;
    patient_descriptor m_from;
    struct stat m_status {};
    bool m_has_begun = false;
};

/// All of a file.
/// \param most bytes that it may have; no more than one beyond that is read
/// \throws input_error, input_too_large, input_stopped
std::string read_whole(const std::string& path, std::uint64_t most,
                       const stop_question& stop_asked = {});

/// For what reads bit by bit; what is compressed by gzip is expanded. Reading throws as
/// input_file::read() does; a stream on it passes that on where its exceptions are asked for, an
/// iterator always.
class input_buffer final : public std::streambuf {
public:
    /// \throws input_error
    explicit input_buffer(const std::string& path, stop_question stop_asked = {})
        : m_file(path, std::move(stop_asked)) {}

protected:
    int_type underflow() override;

private:
    std::size_t read();

    input_file m_file;
    bool m_has_begun = false;
    std::optional<gzip_input> m_expanded;
    std::array<char, 65536> m_data{};
};

} // namespace platform::process
