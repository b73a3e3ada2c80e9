// SPDX-License-Identifier: Apache-2.0
#include <part/player_target.h>

#include <process/words.h>

#include <algorithm>
#include <utility>

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

void player_target::call_after_edge(std::uint64_t edge, std::function<void()> act) {
    m_act_after = edge;
    m_act = std::move(act);
}

void player_target::replay(std::vector<program::line_change> changes) {
    m_changes = std::move(changes);
    replay_if_due();
}

void player_target::replay_if_due() {
    const std::uint64_t edges = m_platform.cpu.edges();
    bool has_changed = false;
    for (; m_next_change != m_changes.size() && m_changes[m_next_change].edge <= edges;
         ++m_next_change) {
        m_replayed[m_changes[m_next_change].line] = m_changes[m_next_change].level;
        has_changed = true;
    }
    if (has_changed) {
        drive_all_lines();
    }
}

void player_target::act_if_due() {
    if (m_act && m_platform.cpu.edges() == m_act_after) {
        m_platform.cpu.let_outputs_arrive();
        std::exchange(m_act, nullptr)();
    }
}

// How many of the edges that are left can pass until somebody has to look.
std::uint64_t player_target::edges_at_once(std::uint64_t left) const {
    if (m_platform.kind_of_clock() == components::clock_kind::sc_clock) {
        left = std::min(left, edges_between_looks);
    }
    const std::uint64_t edges = m_platform.cpu.edges();
    if (m_next_change != m_changes.size()) {
        left = std::min(left, m_changes[m_next_change].edge - edges);
    }
    return m_act ? std::min(left, m_act_after - edges) : left;
}

void player_target::drive(const driven_levels& levels) {
    drive_lines(levels.lines);
    for (const auto& [pin, value] : levels.pins) {
        drive_pin(pin, value);
    }
    set_reset(levels.reset);
}

std::uint64_t player_target::run_edges(std::uint64_t n) {
    std::uint64_t passed = 0;
    while (passed < n && !stopped()) {
        const std::uint64_t left = std::min(n - passed, m_platform.cpu.edges_left());
        if (left == 0) {
            break; // the end of simulated time
        }
        act_if_due();
        const std::uint64_t now = edges_at_once(left);
        m_platform.cpu.pass(now);
        passed += now;
        replay_if_due();
    }
    return passed;
}

bool player_target::wait_irq(std::uint64_t limit, std::uint64_t& passed) {
    m_platform.cpu.let_outputs_arrive();
    const std::uint64_t start = m_platform.cpu.edges();
    passed = 0;
    while (!irq() && passed < limit && !stopped()) {
        const std::uint64_t left = std::min(limit - passed, m_platform.cpu.edges_left());
        if (left == 0) {
            break;
        }
        act_if_due();
        m_platform.cpu.pass_until(m_platform.pmuirq_changed(), edges_at_once(left));
        passed = m_platform.cpu.edges() - start;
        replay_if_due();
    }
    return irq();
}

void player_target::drive_lines(const program::line_set& lines) {
    m_driven.lines = lines;
    drive_all_lines();
}

void player_target::drive_all_lines() {
    m_platform.drive_lines(m_driven.lines | m_replayed);
    m_platform.cpu.outputs_may_change();
}

void player_target::drive_pin(std::size_t pin, const program::wide_value& value) {
    m_platform.drive_pin(pin, value);
    m_driven.pins[pin] = value;
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
    m_driven.reset = asserted;
    m_platform.set_reset(asserted);
    m_platform.cpu.outputs_may_change();
}

void player_target::count(std::uint32_t event, std::uint64_t n) {
    m_platform.cpu.let_outputs_arrive();
    m_platform.count(event, n);
    note_batch(event, n);
    m_platform.cpu.outputs_may_change();
}

// Sums, so that it changes with each batch: a dump shows what has changed.
void player_target::note_batch(std::uint32_t event, std::uint64_t n) {
    m_counted[event] += n;
    m_batches = process::joined(m_counted, ",", [](const auto& batch) {
        return process::hex(batch.first, 2) + ":" + std::to_string(batch.second);
    });
}

} // namespace platform::part
