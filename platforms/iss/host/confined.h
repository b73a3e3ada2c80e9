// SPDX-License-Identifier: Apache-2.0
// Runs code that the data it reads can bring to anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace platform::iss {

/// What confined code may take.
struct confinement {
    std::uint64_t memory = std::uint64_t{512} << 20U; ///< bytes, beside what is in use already
    unsigned cpu_seconds = 5;
    unsigned seconds = 15;
    std::size_t result = std::size_t{64} << 20U; ///< bytes
};

/// Does work in a child process. Whatever happens there, be it a crash, a loop without an end, or
/// more memory than there is, this process goes on. The child opens no file and prints nothing.
/// \return what `work` returns; nothing if it does not come to its end within the limits, or leaves
/// ENOMEM in errno, or where no process can be made
std::optional<std::string> run_confined(const std::function<std::string()>& work,
                                        const confinement& limits = {});

} // namespace platform::iss
