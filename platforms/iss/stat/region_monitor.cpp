// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/region_monitor.h>

namespace platform::iss {

namespace {

constexpr stop_kind breakpoint = stop_kind::hardware_breakpoint;
constexpr unsigned stack_pointer = 13;
constexpr unsigned link_register = 14;

} // namespace

debug_resume region_monitor::halted(const debug_halt& why, debug_target& target) {
    if (!m_is_set) {
        m_is_set = true;
        target.add(breakpoint, m_where.from, 1);
        if (m_where.to) {
            target.add(breakpoint, *m_where.to, 1);
        }
    }
    if (why.why == debug_halt::reason::failed) {
        return {};
    }
    const std::uint32_t pc = target.reg(debug_target::program_counter);
    if (!m_where.to) {
        follow_call(pc, target);
        return {};
    }
    if (pc == *m_where.to) {
        leave();
    }
    if (pc == m_where.from) {
        enter();
    }
    return {};
}

/// Where the function calls itself, the outermost call is the region. Another task may come to the
/// same address with another stack.
void region_monitor::follow_call(std::uint32_t pc, debug_target& target) {
    if (m_call && pc == m_call->returns_to && target.reg(stack_pointer) == m_call->sp) {
        target.remove(breakpoint, m_call->returns_to, 1);
        if (m_call->returns_to == m_where.from) {
            target.add(breakpoint, m_where.from, 1);
        }
        m_call.reset();
        leave();
    }
    if (!m_call && pc == m_where.from) {
        m_call = call{target.reg(link_register) & ~1U, target.reg(stack_pointer)};
        target.add(breakpoint, m_call->returns_to, 1);
        enter();
    }
}

void region_monitor::enter() {
    for (region_listener* listener : m_listeners) {
        listener->enter_region();
    }
}

void region_monitor::leave() {
    for (region_listener* listener : m_listeners) {
        listener->leave_region();
    }
}

} // namespace platform::iss
