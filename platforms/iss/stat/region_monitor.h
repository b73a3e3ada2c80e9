// SPDX-License-Identifier: Apache-2.0
// A region of interest between two addresses, or while a function is active: it is found as a
// debugger finds a breakpoint, which takes no simulated time and changes no count.
#pragma once

#include <iss/debugger/debug_target.h>
#include <iss/meter/region_listener.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace platform::iss {

/// Where it is, by addresses of instructions.
struct region_of_interest {
    std::uint32_t from = 0;
    /// Nothing: `from` is a function, and the region ends where its call returns, which is in it
    /// with all that it calls.
    std::optional<std::uint32_t> to;
};

class region_monitor final : public debug_monitor {
public:
    /// The region begins before the instruction at `from` and ends before that at `to`, or after
    /// the call of the function, again and again. \param listeners must outlive it
    region_monitor(const region_of_interest& where, std::vector<region_listener*> listeners)
        : m_where(where), m_listeners(std::move(listeners)) {}

    debug_resume halted(const debug_halt& why, debug_target& target) override;
    bool asks_to_halt() override { return false; }

private:
    /// A call of the function, or an exception that it handles: that returns to another mode, to LR
    /// less what its instruction takes off.
    struct call {
        std::uint32_t lr;   ///< at its start
        std::uint32_t sp;   ///< before it, and after it
        std::uint32_t mode; ///< CPSR[4:0]

        bool has_returned(std::uint32_t pc, debug_target& target) const;
    };

    void enter();
    void leave();
    void follow_call(std::uint32_t pc, debug_target& target);
    void expect_return(debug_target& target);
    void expect_none(debug_target& target);

    const region_of_interest m_where;
    const std::vector<region_listener*> m_listeners;
    std::optional<call> m_call;              ///< the outermost one that is active
    std::vector<std::uint32_t> m_returns_to; ///< where it may return to, with a breakpoint each
    bool m_is_set = false;
};

} // namespace platform::iss
