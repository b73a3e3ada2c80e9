// SPDX-License-Identifier: Apache-2.0
#include <part/player_target.h>

#include <algorithm>

namespace platform::part {

namespace {
/// Edges between two looks at whether to stop: some hundredths of a second on a toggling clock.
constexpr std::uint64_t edges_between_looks = 1U << 16;
} // namespace

components::access_result player_target::coprocessor(const pmu::coprocessor_register& where,
                                                     bool is_write, std::uint32_t& data,
                                                     pmu::access_attributes who) {
    return m_platform.cpu.coprocessor(where, is_write, data, who);
}

components::access_result player_target::memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                                std::uint64_t& data,
                                                std::optional<std::uint8_t> byte_enables,
                                                pmu::access_attributes who) {
    const std::uint64_t address = m_platform.unit_base() + offset;
    if (address < offset) { // beyond the end of the address space
        return components::access_result::address_error;
    }
    return m_platform.cpu.memory(address, is_write, bytes, data, byte_enables, who);
}

bool player_target::debug(std::uint64_t offset, bool is_write, std::uint32_t& data) {
    return m_platform.cpu.debug(m_platform.unit_base() + offset, is_write, data);
}

std::uint64_t player_target::run_edges(std::uint64_t n) {
    std::uint64_t passed = 0;
    while (passed < n && !stopped()) {
        const std::uint64_t left = std::min(n - passed, m_platform.cpu.edges_left());
        if (left == 0) {
            break; // the end of simulated time
        }
        const std::uint64_t now = m_platform.ticks() ? std::min(left, edges_between_looks) : left;
        m_platform.cpu.pass(now);
        passed += now;
    }
    return passed;
}

bool player_target::wait_irq(std::uint64_t limit, std::uint64_t& passed) {
    m_platform.cpu.let_outputs_arrive();
    const std::uint64_t start = m_platform.cpu.edges();
    passed = 0;
    while (!irq() && passed < limit && !stopped()) {
        std::uint64_t left = std::min(limit - passed, m_platform.cpu.edges_left());
        if (left == 0) {
            break;
        }
        if (m_platform.ticks()) {
            left = std::min(left, edges_between_looks);
        }
        m_platform.cpu.pass_until(m_platform.pmuirq_changed(), left);
        passed = m_platform.cpu.edges() - start;
    }
    return irq();
}

void player_target::drive_lines(const program::line_set& lines) {
    m_platform.drive_lines(lines);
    m_platform.cpu.outputs_may_change();
}

void player_target::drive_pin(std::size_t pin, const program::wide_value& value) {
    m_platform.drive_pin(pin, value);
    m_platform.cpu.outputs_may_change();
}

program::wide_value player_target::read_pin(std::size_t pin) {
    m_platform.cpu.let_outputs_arrive();
    return m_platform.read_pin(pin);
}

bool player_target::irq() {
    m_platform.cpu.let_outputs_arrive();
    return m_platform.pmuirq();
}

void player_target::set_reset(bool asserted) {
    m_platform.set_reset(asserted);
    m_platform.cpu.outputs_may_change();
}

void player_target::count(std::uint32_t event, std::uint64_t n) {
    m_platform.cpu.let_outputs_arrive();
    m_platform.count(event, n);
    m_platform.cpu.outputs_may_change();
}

} // namespace platform::part
