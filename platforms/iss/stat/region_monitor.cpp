// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/region_monitor.h>

#include <iss/decode/psr.h>

#include <algorithm>
#include <iterator>

namespace platform::iss {

namespace {

constexpr stop_kind breakpoint = stop_kind::hardware_breakpoint;
constexpr unsigned stack_pointer = 13;
constexpr unsigned link_register = 14;
constexpr std::uint32_t system_mode = 0x1F;
/// Between LR and where the handler of an exception returns (DDI 0100, A2.6).
constexpr std::uint32_t taken_off[] = {0, 2, 4, 8};

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
    if (m_call && m_call->has_returned(pc, target)) {
        expect_none(target);
        m_call.reset();
        leave();
    }
    if (!m_call && pc == m_where.from) {
        m_call = call{target.reg(link_register) & ~1U, target.reg(stack_pointer),
                      target.reg(debug_target::status) & psr::mode};
        expect_return(target);
        enter();
    }
}

bool region_monitor::call::has_returned(std::uint32_t pc, debug_target& target) const {
    if ((target.reg(debug_target::status) & psr::mode) == mode) {
        return pc == lr && target.reg(stack_pointer) == sp;
    }
    const auto is_before = [&](std::uint32_t bytes) { return pc == lr - bytes; };
    return std::any_of(std::begin(taken_off), std::end(taken_off), is_before);
}

void region_monitor::expect_return(debug_target& target) {
    const bool is_of_exception = m_call->mode != psr::user_mode && m_call->mode != system_mode;
    for (const std::uint32_t bytes : taken_off) {
        const std::uint32_t address = m_call->lr - bytes;
        if ((bytes == 0 || is_of_exception) && address != m_where.from) {
            target.add(breakpoint, address, 1);
            m_returns_to.push_back(address);
        }
    }
}

void region_monitor::expect_none(debug_target& target) {
    for (const std::uint32_t address : m_returns_to) {
        target.remove(breakpoint, address, 1);
    }
    m_returns_to.clear();
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
