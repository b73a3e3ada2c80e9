// SPDX-License-Identifier: Apache-2.0
// A region of interest between two addresses: it is found as a debugger finds a breakpoint, which
// takes no simulated time and changes no count.
#pragma once

#include <iss/debugger/debug_target.h>
#include <iss/stat/stat_counter.h>

#include <cstdint>

namespace platform::iss {

class region_monitor final : public debug_monitor {
public:
    /// The region begins before the instruction at `from` and ends before that at `to`, again and
    /// again. \param counter must outlive it
    region_monitor(std::uint32_t from, std::uint32_t to, stat_counter& counter)
        : m_from(from), m_to(to), m_counter(counter) {}

    debug_resume halted(const debug_halt& why, debug_target& target) override;
    bool asks_to_halt() override { return false; }

private:
    const std::uint32_t m_from;
    const std::uint32_t m_to;
    stat_counter& m_counter;
    bool m_is_set = false;
};

} // namespace platform::iss
