// SPDX-License-Identifier: Apache-2.0
#include "descriptor_buffer.h"

#include "stop_request.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace platform {

namespace {

constexpr std::size_t most_waiting = std::size_t{1} << 16;
constexpr int most_interruptions = 10; ///< without progress, after the run has been asked to stop
constexpr int look_ms = 100;

/// \return why not all of it could be written; empty: it was
std::string write_all(int descriptor, const std::string& text) {
    int interruptions = 0;
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
        if (n >= 0) {
            done += static_cast<std::size_t>(n);
            interruptions = 0;
            continue;
        }
        switch (errno) {
        case EINTR: break;
        case EAGAIN: { // who shares it has set O_NONBLOCK
            pollfd waiting{descriptor, POLLOUT, 0};
            ::poll(&waiting, 1, look_ms);
            break;
        }
        case EBADF: return "it is closed";
        case EPIPE: return "its reader has gone";
        default: return std::strerror(errno);
        }
        interruptions += is_stop_requested() ? 1 : 0;
        if (interruptions >= most_interruptions) {
            return "nobody reads it, and the run is to stop";
        }
    }
    return {};
}

} // namespace

descriptor_buffer::descriptor_buffer(int descriptor, std::string name, flushing when)
    : m_descriptor(descriptor), m_name(std::move(name)), m_when(when) {
}

descriptor_buffer::~descriptor_buffer() {
    descriptor_buffer::sync();
}

void descriptor_buffer::fail(const std::string& reason) {
    if (m_failure.empty()) {
        m_failure = reason;
        request_stop_for_output();
    }
}

descriptor_buffer::int_type descriptor_buffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) {
        return sync() == 0 ? traits_type::not_eof(c) : traits_type::eof();
    }
    const char character = traits_type::to_char_type(c);
    return xsputn(&character, 1) == 1 ? c : traits_type::eof();
}

std::streamsize descriptor_buffer::xsputn(const char* text, std::streamsize size) {
    const std::string_view more(text, static_cast<std::size_t>(size));
    m_waiting.append(more);
    const bool is_due = m_waiting.size() >= most_waiting ||
                        (m_when == flushing::by_line && more.find('\n') != std::string_view::npos);
    return !is_due || sync() == 0 ? size : 0;
}

int descriptor_buffer::sync() {
    const std::string text = std::exchange(m_waiting, {});
    if (m_failure.empty() && !text.empty()) {
        if (const std::string reason = write_all(m_descriptor, text); !reason.empty()) {
            fail(reason);
        }
    }
    return m_failure.empty() ? 0 : -1;
}

} // namespace platform
