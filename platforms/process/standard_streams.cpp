// SPDX-License-Identifier: Apache-2.0
#include <process/standard_streams.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

namespace platform::process {

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
            // It gets the lowest number that is free, and can be neither read nor written: EBADF.
            ::open("/", O_PATH);
        }
    }
}

standard_streams::standard_streams(const stop_question& stop_asked,
                                   const std::function<void()>& on_loss)
    : m_at_pipe(ignored(SIGPIPE)), m_at_file_size(ignored(SIGXFSZ)), m_in(STDIN_FILENO, stop_asked),
      m_out(STDOUT_FILENO, stop_asked, on_loss), m_err(STDERR_FILENO, stop_asked, on_loss),
      m_in_before(exchanged(std::cin, m_in)),
      m_out_before(exchanged(std::cout.flush(), m_out_text)),
      m_err_before(exchanged(std::cerr, m_err_text)) {
}

standard_streams::~standard_streams() {
    flush();
    std::cin.rdbuf(m_in_before);
    std::cout.rdbuf(m_out_before);
    std::cerr.rdbuf(m_err_before);
    ::sigaction(SIGPIPE, &m_at_pipe, nullptr);
    ::sigaction(SIGXFSZ, &m_at_file_size, nullptr);
}

std::vector<lost_output> standard_streams::flush() {
    std::cout.flush();
    std::cerr.flush();
    m_out_text.put_start();
    m_err_text.put_start();
    m_guest_out.flush();
    m_guest_err.flush();
    std::vector<lost_output> lost;
    const auto look_at = [&](const char* name, const descriptor_output& stream) {
        const bool is_excused = stream.error() == ECANCELED && m_is_stop_excused;
        if (stream.error() != 0 && !is_excused) {
            lost.push_back({name, stream.error()});
        }
    };
    look_at(output_name, m_out);
    look_at("standard error", m_err);
    return lost;
}

std::string standard_streams::lost_input() const {
    return m_in.error() != 0 ? cannot_read("standard input", m_in.error()) : "";
}

} // namespace platform::process
