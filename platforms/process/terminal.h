// SPDX-License-Identifier: Apache-2.0
// The terminal that standard output is.
#pragma once

#include <cstddef>
#include <optional>

#include <sys/ioctl.h>
#include <unistd.h>

namespace platform::process {

/// How wide it is; 80 columns where it does not say. \return nothing: standard output is no
/// terminal
inline std::optional<std::size_t> terminal_columns() {
    constexpr std::size_t usual = 80;
    if (::isatty(STDOUT_FILENO) != 1) {
        return std::nullopt;
    }
    winsize window{};
    ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window);
    return window.ws_col != 0 ? window.ws_col : usual;
}

} // namespace platform::process
