// SPDX-License-Identifier: Apache-2.0
// Streams on file descriptors that do not wait for ever, and that know why they failed.
#pragma once

#include <process/descriptor.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <streambuf>
#include <string>

namespace platform::process {

/// Whether somebody wants the program to end. May be empty: nobody does.
using stop_question = std::function<bool()>;

/// A file descriptor to wait for.
class patient_descriptor {
public:
    /// That of somebody else. Where it can be had, the file is used by a way of its own that never
    /// blocks; O_NONBLOCK on the descriptor itself would be seen by whoever shares it.
    /// \param access O_RDONLY or O_WRONLY
    patient_descriptor(int number, int access, stop_question stop_asked);
    /// Ours alone, opened with O_NONBLOCK.
    patient_descriptor(descriptor own, stop_question stop_asked);

    struct result {
        std::size_t bytes = 0; ///< 0 without an error: the end of the input
        int error = 0;         ///< errno; ECANCELED: asked to stop before anything could be done
    };

    /// Waits for at least one byte.
    result read(char* data, std::size_t bytes) const;
    /// Waits until everything is written; once asked to stop, for a second without progress.
    result write(const char* data, std::size_t bytes) const;

    /// -1: closed
    int number() const { return m_own ? m_own.get() : m_number; }
    /// Closes what is ours. \return errno
    int close();

private:
    template <class Transfer>
    result once(short events, std::chrono::milliseconds patience, Transfer transfer) const;

    int m_number;          ///< that of somebody else; -1: it is ours
    descriptor m_own;      ///< does not block; none: there is no such way
    std::size_t m_at_once; ///< bytes that are written at once
    stop_question m_stop_asked;
};

/// For a stream that reads.
class descriptor_input final : public std::streambuf {
public:
    descriptor_input(int number, stop_question stop_asked);

    /// The first error, which a reader takes for the end; 0: none. That it was asked to stop is
    /// none.
    int error() const { return m_error; }

protected:
    int_type underflow() override;

private:
    patient_descriptor m_from;
    int m_error = 0;
    std::array<char, 4096> m_data{};
};

/// For a stream that writes. What is written to a terminal is seen line by line; otherwise as much
/// as fits is kept until it is flushed, which the end of this object does not do.
class descriptor_output final : public std::streambuf {
public:
    /// \param on_loss called at the first error; may be empty
    descriptor_output(int number, stop_question stop_asked, std::function<void()> on_loss = {});
    /// Opened with O_NONBLOCK.
    descriptor_output(descriptor own, stop_question stop_asked, std::function<void()> on_loss = {});

    /// The first error, after which nothing more is written; 0: none; ECANCELED: asked to stop
    /// while it waited.
    int error() const { return m_error; }
    /// Notes an error that others found; 0: none.
    void fail(int error);

    /// Of the descriptor; -1: closed
    int number() const { return m_to.number(); }
    /// Writes what is kept and closes what is ours.
    void close();

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    bool put(const char* text, std::size_t size);
    bool write_all();

    patient_descriptor m_to;
    bool m_is_terminal;
    std::function<void()> m_on_loss;
    int m_error = 0;
    std::size_t m_size = 0; ///< of what is kept
    std::array<char, 16384> m_data{};
};

/// "cannot read NAME: REASON"
std::string cannot_read(const std::string& name, const std::string& reason);
/// \param error errno
std::string cannot_read(const std::string& name, int error);

/// "cannot write NAME: REASON"
std::string cannot_write(const std::string& name, const std::string& reason);

/// Output that was not written.
struct lost_output {
    std::string name; ///< of the file or stream, for messages
    int error = 0;    ///< as descriptor_output has it

    /// As cannot_write() has it.
    std::string message() const;
};

} // namespace platform::process
