// SPDX-License-Identifier: Apache-2.0
// Who follows where firmware is.
#pragma once

#include <cstdint>
#include <vector>

namespace platform::iss {

/// Is told by a call_profile whenever execution comes to another function, or to or from the
/// handler of an exception.
class call_listener {
public:
    call_listener() = default;
    call_listener(const call_listener&) = delete;
    call_listener& operator=(const call_listener&) = delete;
    virtual ~call_listener() = default;

    /// \param ps simulated time, never before that of the last call
    /// \param frame in call_profile::frames()
    /// \param exceptions that have not returned, the last one last: their names
    virtual void come_to(std::uint64_t ps, std::uint32_t frame,
                         const std::vector<const char*>& exceptions) = 0;
};

} // namespace platform::iss
