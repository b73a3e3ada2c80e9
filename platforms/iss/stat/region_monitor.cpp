// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/region_monitor.h>

namespace platform::iss {

debug_resume region_monitor::halted(const debug_halt& why, debug_target& target) {
    if (!m_is_set) {
        m_is_set = true;
        target.add(stop_kind::hardware_breakpoint, m_from, 1);
        target.add(stop_kind::hardware_breakpoint, m_to, 1);
    }
    if (why.why != debug_halt::reason::failed) {
        const std::uint32_t pc = target.reg(debug_target::program_counter);
        if (pc == m_to) {
            m_counter.leave_region();
        }
        if (pc == m_from) {
            m_counter.enter_region();
        }
    }
    return {};
}

} // namespace platform::iss
