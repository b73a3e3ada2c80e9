// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/stop_points.h>

#include <algorithm>

namespace platform::iss {

bool stop_points::add(const point& p) {
    std::vector<point>& all = is_breakpoint(p.kind) ? m_breakpoints : m_watchpoints;
    if (std::find(all.begin(), all.end(), p) != all.end()) {
        return true;
    }
    if (all.size() == most) {
        return false;
    }
    all.push_back(p);
    return true;
}

void stop_points::remove(const point& p) {
    std::vector<point>& all = is_breakpoint(p.kind) ? m_breakpoints : m_watchpoints;
    all.erase(std::remove(all.begin(), all.end(), p), all.end());
}

const stop_points::point* stop_points::breakpoint_at(std::uint32_t pc) const {
    const auto found = std::find_if(m_breakpoints.begin(), m_breakpoints.end(),
                                    [pc](const point& p) { return p.address == pc; });
    return found != m_breakpoints.end() ? &*found : nullptr;
}

std::optional<stop_points::hit> stop_points::watchpoint_at(std::uint32_t address,
                                                           std::uint32_t bytes, bool loads,
                                                           bool stores) const {
    for (const point& p : m_watchpoints) {
        const bool is_meant = p.kind == stop_kind::write_watchpoint  ? stores
                              : p.kind == stop_kind::read_watchpoint ? loads
                                                                     : true;
        if (!is_meant) {
            continue;
        }
        if (address - p.address < p.bytes) {
            return hit{&p, address};
        }
        if (p.address - address < bytes) {
            return hit{&p, p.address};
        }
    }
    return std::nullopt;
}

} // namespace platform::iss
