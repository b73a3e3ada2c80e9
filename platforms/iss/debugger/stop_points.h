// SPDX-License-Identifier: Apache-2.0
// The breakpoints and watchpoints of a debugger. The memory of the firmware has none of them.
#pragma once

#include <iss/debugger/debug_target.h>
#include <iss/decode/instruction.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace platform::iss {

class stop_points {
public:
    /// Of each kind.
    static constexpr std::size_t most = 1024;

    struct point {
        stop_kind kind;
        std::uint32_t address;
        std::uint32_t bytes; ///< of a watchpoint, not 0

        friend bool operator==(const point& a, const point& b) {
            return a.kind == b.kind && a.address == b.address && a.bytes == b.bytes;
        }
    };

    /// One that is there already counts once. \return false: there are too many
    bool add(const point& p);
    void remove(const point& p);
    void clear() {
        m_breakpoints.clear();
        m_watchpoints.clear();
    }

    const std::vector<point>& breakpoints() const { return m_breakpoints; }
    bool has_watchpoints() const { return !m_watchpoints.empty(); }

    /// The breakpoint at an address, or nullptr.
    const point* breakpoint_at(std::uint32_t pc) const;
    /// A watchpoint, and the first byte that is loaded or stored of what it is about.
    struct hit {
        const point* what;
        std::uint32_t address;
    };
    /// The first that is for an access of [address, address + bytes).
    std::optional<hit> watchpoint_at(std::uint32_t address, std::uint32_t bytes, bool loads,
                                     bool stores) const;

private:
    std::vector<point> m_breakpoints;
    std::vector<point> m_watchpoints;
};

} // namespace platform::iss
