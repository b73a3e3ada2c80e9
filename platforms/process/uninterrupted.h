// SPDX-License-Identifier: Apache-2.0
// System calls that a signal may interrupt.
#pragma once

#include <process/descriptor.h>

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>

namespace platform::process {

/// Makes a system call until no signal has interrupted it: on file systems of networks and of user
/// space, files too are waited for.
/// \param call gives what it returns; negative: there is an error
template <class Call>
auto uninterrupted(Call call) {
    for (;;) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) {
            return result;
        }
    }
}

/// Opens a file, or creates it for everybody. Programs that are executed do not get it.
/// \param flags of open(2) \return none: errno says why
inline descriptor open_file(const std::string& path, int flags) {
    constexpr mode_t for_everybody = 0666;
    return descriptor(
        uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, for_everybody); }));
}

/// Reads from a place of a file on, however little the system gives at once.
/// \return how many of the bytes there are; negative: it cannot, errno says why
inline ssize_t read_at(int file, std::size_t place, void* data, std::size_t bytes) {
    std::size_t done = 0;
    while (done != bytes) {
        const ssize_t n = uninterrupted([&] {
            return ::pread(file, static_cast<char*>(data) + done, bytes - done,
                           static_cast<off_t>(place + done));
        });
        if (n < 0) {
            return n;
        }
        if (n == 0) {
            break;
        }
        done += static_cast<std::size_t>(n);
    }
    return static_cast<ssize_t>(done);
}

/// Writes all of a text where a file stands, however little the system takes at once.
/// \return false: it cannot, errno says why
inline bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = uninterrupted([&] { return ::write(file, text.data(), text.size()); });
        if (n < 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

} // namespace platform::process
