// SPDX-License-Identifier: Apache-2.0
// Streams on file descriptors that do not wait for ever.
#pragma once

#include <iss/host/beneath.h>

#include <array>
#include <cstddef>
#include <functional>
#include <streambuf>

namespace platform {

/// Whether somebody wants the program to end. May be empty: nobody does.
using stop_question = std::function<bool()>;

/// A file descriptor of somebody else, to wait for. Where it can be had, it is used by a way of its
/// own that never blocks; O_NONBLOCK on the descriptor itself would be seen by whoever shares it.
class patient_descriptor {
public:
    /// \param access O_RDONLY or O_WRONLY
    patient_descriptor(int number, int access, stop_question stop_asked);

    struct result {
        std::size_t bytes = 0; ///< 0 without an error: the end of the input
        int error = 0;         ///< errno; ECANCELED: asked to stop before anything could be done
    };

    /// Waits for at least one byte.
    result read(char* data, std::size_t bytes) const;
    /// Waits until everything is written.
    result write(const char* data, std::size_t bytes) const;

private:
    template <class Transfer>
    result once(short events, Transfer transfer) const;

    int m_number;
    descriptor m_own; ///< the same file, opened another time and without blocking; none: not so
    stop_question m_stop_asked;
};

/// For a stream that reads.
class descriptor_input final : public std::streambuf {
public:
    descriptor_input(int number, stop_question stop_asked);

protected:
    int_type underflow() override;

private:
    patient_descriptor m_from;
    std::array<char, 4096> m_data{};
};

/// For a stream that writes. What is written to a terminal is seen line by line; otherwise as much
/// as fits is kept until it is flushed, which the end of this object does not do.
class descriptor_output final : public std::streambuf {
public:
    descriptor_output(int number, stop_question stop_asked);

    /// The first error, after which nothing more is written; ECANCELED: asked to stop while it
    /// waited.
    int error() const { return m_error; }

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    bool put(const char* text, std::size_t size);
    bool write_all();

    patient_descriptor m_to;
    bool m_is_terminal;
    int m_error = 0;
    std::size_t m_size = 0; ///< of what is kept
    std::array<char, 16384> m_data{};
};

} // namespace platform
