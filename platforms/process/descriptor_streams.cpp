// SPDX-License-Identifier: Apache-2.0
#include <process/descriptor_streams.h>

#include <process/transient_line.h>
#include <process/uninterrupted.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace platform::process {

namespace {

using std::chrono::milliseconds;

constexpr int ms_between_questions = 50;
/// Of a writer after it has been asked to stop: a reader that is only slow is to get everything.
constexpr milliseconds patience_with_readers(1000);

/// Pipes and terminals can be opened another time; without /proc, or for another user, they cannot.
descriptor opened_anew(int number, int access) {
    struct stat status {};
    const bool is_pipe = ::fstat(number, &status) == 0 && S_ISFIFO(status.st_mode);
    if (!is_pipe && ::isatty(number) == 0) {
        return {};
    }
    const std::string path = "/proc/self/fd/" + std::to_string(number);
    return open_file(path, access | O_NONBLOCK | O_NOCTTY);
}

/// What a blocking descriptor that can be written takes at once: a pipe, so many without blocking.
std::size_t taken_at_once(int number) {
    struct stat status {};
    const bool is_file = ::fstat(number, &status) == 0 && S_ISREG(status.st_mode);
    return is_file ? SSIZE_MAX : PIPE_BUF;
}

} // namespace

patient_descriptor::patient_descriptor(int number, int access, stop_question stop_asked)
    : m_number(number), m_own(opened_anew(number, access)),
      m_at_once(m_own ? SSIZE_MAX : taken_at_once(number)), m_stop_asked(std::move(stop_asked)) {
}

patient_descriptor::patient_descriptor(descriptor own, stop_question stop_asked)
    : m_number(-1), m_own(std::move(own)), m_at_once(SSIZE_MAX),
      m_stop_asked(std::move(stop_asked)) {
}

/// Waits until one transfer has been done.
template <class Transfer>
patient_descriptor::result patient_descriptor::once(short events, milliseconds patience,
                                                    Transfer transfer) const {
    using clock = std::chrono::steady_clock;
    std::optional<clock::time_point> end;
    const int used = number();
    for (;;) {
        pollfd waited_for{used, events, 0};
        // poll(2) waits for ever for a negative one, which is an error.
        if (used < 0 || ::poll(&waited_for, 1, m_stop_asked ? ms_between_questions : -1) > 0) {
            const ssize_t count = transfer(used);
            if (count >= 0) {
                return {static_cast<std::size_t>(count), 0};
            }
            if (errno != EAGAIN && errno != EINTR) {
                return {0, errno};
            }
        }
        if (m_stop_asked && m_stop_asked()) {
            end = end.value_or(clock::now() + patience);
            if (clock::now() >= *end) {
                return {0, ECANCELED};
            }
        }
    }
}

patient_descriptor::result patient_descriptor::read(char* data, std::size_t bytes) const {
    return once(POLLIN, milliseconds(0), [&](int used) { return ::read(used, data, bytes); });
}

patient_descriptor::result patient_descriptor::write(const char* data, std::size_t bytes) const {
    result all;
    while (all.bytes < bytes && all.error == 0) {
        const result some = once(POLLOUT, patience_with_readers, [&](int used) {
            return ::write(used, data + all.bytes, std::min(bytes - all.bytes, m_at_once));
        });
        all.bytes += some.bytes;
        all.error = some.error;
    }
    return all;
}

int patient_descriptor::close() {
    return m_own ? m_own.close() : 0;
}

// --- streams -------------------------------------------------------------------------------------

descriptor_input::descriptor_input(int number, stop_question stop_asked)
    : m_from(number, O_RDONLY, std::move(stop_asked)) {
}

descriptor_input::int_type descriptor_input::underflow() {
    transient_line::erase();
    const patient_descriptor::result got = m_from.read(m_data.data(), m_data.size());
    if (m_error == 0 && got.error != ECANCELED) {
        m_error = got.error;
    }
    setg(m_data.data(), m_data.data(), m_data.data() + got.bytes);
    return got.bytes != 0 ? traits_type::to_int_type(m_data[0]) : traits_type::eof();
}

descriptor_output::descriptor_output(int number, stop_question stop_asked,
                                     std::function<void()> on_loss)
    : m_to(number, O_WRONLY, std::move(stop_asked)), m_is_terminal(::isatty(number) != 0),
      m_on_loss(std::move(on_loss)) {
}

descriptor_output::descriptor_output(descriptor own, stop_question stop_asked,
                                     std::function<void()> on_loss)
    : m_to(std::move(own), std::move(stop_asked)), m_is_terminal(::isatty(m_to.number()) != 0),
      m_on_loss(std::move(on_loss)) {
}

void descriptor_output::fail(int error) {
    if (error != 0 && m_error == 0) {
        m_error = error;
        if (m_on_loss) {
            m_on_loss();
        }
    }
}

void descriptor_output::close() {
    write_all();
    fail(m_to.close());
}

descriptor_output::int_type descriptor_output::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) {
        return sync() == 0 ? traits_type::not_eof(character) : traits_type::eof();
    }
    const char text = traits_type::to_char_type(character);
    return put(&text, 1) ? character : traits_type::eof();
}

std::streamsize descriptor_output::xsputn(const char* text, std::streamsize size) {
    return put(text, static_cast<std::size_t>(size)) ? size : 0;
}

int descriptor_output::sync() {
    return write_all() ? 0 : -1;
}

bool descriptor_output::put(const char* text, std::size_t size) {
    for (std::size_t done = 0; done < size && m_error == 0;) {
        const std::size_t count = std::min(size - done, m_data.size() - m_size);
        std::memcpy(m_data.data() + m_size, text + done, count);
        m_size += count;
        done += count;
        if (m_size == m_data.size()) {
            write_all();
        }
    }
    if (m_is_terminal && std::memchr(text, '\n', size) != nullptr) {
        write_all();
    }
    return m_error == 0;
}

bool descriptor_output::write_all() {
    if (m_error == 0 && m_size != 0) {
        const std::size_t size = std::exchange(m_size, 0);
        if (m_is_terminal) {
            transient_line::erase();
            transient_line::passed(m_data[size - 1]);
        }
        fail(m_to.write(m_data.data(), size).error);
    }
    return m_error == 0;
}

namespace {

std::string reason_of(int error) {
    switch (error) {
    case EBADF: return "it is closed";
    case EPIPE: return "its reader has gone";
    case ECANCELED: return "nobody reads it, and the run is to stop";
    default: return std::generic_category().message(error);
    }
}

} // namespace

std::string cannot_read(const std::string& name, const std::string& reason) {
    return "cannot read " + name + ": " + reason;
}

std::string cannot_read(const std::string& name, int error) {
    return cannot_read(name, reason_of(error));
}

std::string cannot_write(const std::string& name, const std::string& reason) {
    return "cannot write " + name + ": " + reason;
}

std::string lost_output::message() const {
    return cannot_write(name, reason_of(error));
}

} // namespace platform::process
