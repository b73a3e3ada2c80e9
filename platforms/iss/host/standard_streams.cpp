// SPDX-License-Identifier: Apache-2.0
#include <iss/host/standard_streams.h>

#include <fcntl.h>
#include <unistd.h>

#include <iostream>

namespace platform {

namespace {

struct sigaction ignored(int signal) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    struct sigaction before {};
    ::sigaction(signal, &ignore, &before);
    return before;
}

std::streambuf* exchanged(std::ios& stream, std::streambuf& buffer) {
    return stream.rdbuf(&buffer);
}

} // namespace

standard_streams::taken_descriptors::taken_descriptors() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) < 0) {
            // The lowest that is free; the wrong way round, so that each use is an error.
            ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

standard_streams::standard_streams(const stop_question& stop_asked)
    : m_at_pipe(ignored(SIGPIPE)), m_at_file_size(ignored(SIGXFSZ)), m_in(STDIN_FILENO, stop_asked),
      m_out(STDOUT_FILENO, stop_asked), m_err(STDERR_FILENO, stop_asked),
      m_in_before(exchanged(std::cin, m_in)), m_out_before(exchanged(std::cout.flush(), m_out)),
      m_err_before(exchanged(std::cerr, m_err)) {
}

standard_streams::~standard_streams() {
    flush();
    std::cin.rdbuf(m_in_before);
    std::cout.rdbuf(m_out_before);
    std::cerr.rdbuf(m_err_before);
    ::sigaction(SIGPIPE, &m_at_pipe, nullptr);
    ::sigaction(SIGXFSZ, &m_at_file_size, nullptr);
}

std::optional<lost_output> standard_streams::flush() {
    std::cout.flush();
    std::cerr.flush();
    if (m_out.error() != 0) {
        return lost_output{"standard output", m_out.error()};
    }
    if (m_err.error() != 0) {
        return lost_output{"standard error", m_err.error()};
    }
    return std::nullopt;
}

} // namespace platform
