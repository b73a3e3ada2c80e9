// SPDX-License-Identifier: Apache-2.0
#include <process/input_file.h>
#include <process/uninterrupted.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace platform::process {

namespace {

constexpr std::chrono::seconds longest_wait_for_writer(5);
constexpr std::chrono::milliseconds look(20);
constexpr std::uint64_t bytes_at_once = 1U << 20U;

std::string text_of(int error) {
    return std::generic_category().message(error);
}

/// \throws input_error
descriptor opened(const std::string& path) {
    // O_NONBLOCK: open() itself must not wait for the writer of a FIFO.
    descriptor file = open_file(path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (!file) {
        throw input_error(path, text_of(errno));
    }
    return file;
}

} // namespace

input_file::input_file(std::string path, stop_question stop_asked)
    : m_path(std::move(path)), m_stop_asked(std::move(stop_asked)),
      m_from(opened(m_path), m_stop_asked) {
    if (::fstat(number(), &m_status) != 0) {
        throw input_error(m_path, text_of(errno));
    }
    if (S_ISDIR(m_status.st_mode)) { // which can be opened, but not read
        throw input_error(m_path, text_of(EISDIR));
    }
}

std::size_t input_file::read(char* data, std::size_t bytes) {
    if (!std::exchange(m_has_begun, true) && S_ISFIFO(m_status.st_mode)) {
        if (const std::size_t first = first_of_fifo(data, bytes); first != 0) {
            return first;
        }
    }
    const patient_descriptor::result got = m_from.read(data, bytes);
    if (got.error == ECANCELED || (m_stop_asked && m_stop_asked())) {
        stop();
    }
    if (got.error != 0) {
        throw input_error(m_path, text_of(got.error));
    }
    return got.bytes;
}

std::size_t input_file::first_of_fifo(char* data, std::size_t bytes) const {
    const auto end = std::chrono::steady_clock::now() + longest_wait_for_writer;
    for (;;) {
        const ssize_t count = ::read(number(), data, bytes);
        if (count > 0) {
            return static_cast<std::size_t>(count);
        }
        if (count < 0 && errno != EINTR) {
            return 0; // EAGAIN: somebody writes; else who reads on finds the error
        }
        if (m_stop_asked && m_stop_asked()) {
            stop();
        }
        if (std::chrono::steady_clock::now() >= end) {
            throw input_error(m_path, "it is a FIFO that nobody writes");
        }
        std::this_thread::sleep_for(look);
    }
}

void input_file::stop() const {
    throw input_stopped(m_path + ": stopped while it was read");
}

std::string read_whole(const std::string& path, std::uint64_t most,
                       const stop_question& stop_asked) {
    input_file file(path, stop_asked);
    const auto check_size = [&](std::uint64_t bytes, const std::string& got) {
        if (bytes > most) {
            throw input_too_large(path + ": expected at most " + std::to_string(most) +
                                  " bytes, got " + got);
        }
    };
    if (file.is_regular()) {
        check_size(static_cast<std::uint64_t>(file.status().st_size),
                   std::to_string(file.status().st_size));
    }
    std::string all;
    for (;;) {
        const std::size_t before = all.size();
        all.resize(before + std::min(bytes_at_once, most - before) + 1);
        const std::size_t count = file.read(all.data() + before, all.size() - before);
        all.resize(before + count);
        if (count == 0) {
            return all;
        }
        check_size(all.size(), "more");
    }
}

std::size_t input_buffer::read() {
    if (m_expanded) {
        try {
            return m_expanded->read(m_data.data(), m_data.size());
        } catch (const gzip_error& e) {
            throw input_error(m_file.path(), std::string("it is ") + e.what());
        }
    }
    return m_file.read(m_data.data(), m_data.size());
}

input_buffer::int_type input_buffer::underflow() {
    std::size_t count = read();
    if (!std::exchange(m_has_begun, true)) {
        // A pipe may give one byte at first: two tell what it is.
        for (std::size_t more = 1; count == 1 && more != 0; count += more) {
            more = m_file.read(m_data.data() + count, m_data.size() - count);
        }
        if (is_gzip({m_data.data(), count})) {
            m_expanded.emplace(
                [this](char* data, std::size_t bytes) { return m_file.read(data, bytes); });
            m_expanded->begin_with({m_data.data(), count});
            count = read();
        }
    }
    setg(m_data.data(), m_data.data(), m_data.data() + count);
    return count != 0 ? traits_type::to_int_type(m_data[0]) : traits_type::eof();
}

} // namespace platform::process
