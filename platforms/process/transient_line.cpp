// SPDX-License-Identifier: Apache-2.0
#include <process/transient_line.h>

#include <cstddef>
#include <poll.h>
#include <unistd.h>

namespace platform::process {

namespace {

std::size_t shown_characters = 0;
bool is_at_start = true;

void write(const std::string& text) {
    pollfd err{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&err, 1, 0) == 1 && (err.revents & POLLOUT) != 0) {
        [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
    }
}

} // namespace

bool transient_line::is_possible() {
    return ::isatty(STDERR_FILENO) != 0;
}

void transient_line::show(const std::string& text) {
    if (!is_at_start || !is_possible()) {
        return;
    }
    const std::size_t rest = shown_characters > text.size() ? shown_characters - text.size() : 0;
    shown_characters = text.size();
    write('\r' + text + std::string(rest, ' ') + std::string(rest, '\b'));
}

void transient_line::erase() {
    if (shown_characters != 0) {
        write('\r' + std::string(shown_characters, ' ') + '\r');
        shown_characters = 0;
    }
}

void transient_line::passed(char last) {
    is_at_start = last == '\n';
}

} // namespace platform::process
