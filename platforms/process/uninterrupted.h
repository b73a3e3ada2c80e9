// SPDX-License-Identifier: Apache-2.0
// System calls that a signal may interrupt.
#pragma once

#include <cerrno>

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

} // namespace platform::process
