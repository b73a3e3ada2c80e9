// SPDX-License-Identifier: Apache-2.0
// System calls that a signal may interrupt.
#pragma once

#include <cerrno>
#include <cstddef>
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
