// SPDX-License-Identifier: Apache-2.0
// Where a CPU halts for its debugger, and how it goes on.
#include <iss/cpu/cpu_debugger.h>

#include <components/settling.h>
#include <iss/cpu/iss_cpu.h>
#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>

#include <algorithm>
#include <utility>

namespace platform::iss {

// --- for the run loop ----------------------------------------------------------------------------

bool cpu_debugger::attend() {
    if (!m_is_attached && !m_is_in_block) {
        return false;
    }
    if (m_is_attached) {
        if (const auto why = reason_to_halt()) {
            halt(*why);
            if (m_cpu.m_outcome) {
                return true;
            }
        }
    }
    const bool is_asked_to_step =
        m_is_attached && (m_resume.how == debug_resume::kind::step || m_steps_over ||
                          (!m_has_gone_on && point_at_pc()));
    const bool steps = m_is_in_block || is_asked_to_step;
    m_has_gone_on = true;
    m_steps_over = false;
    if (steps) {
        step();
    }
    return steps;
}

bool cpu_debugger::asks_to_halt() {
    m_is_to_halt = m_is_attached && (m_is_to_halt || m_monitor.asks_to_halt());
    return m_is_to_halt;
}

std::optional<debug_halt> cpu_debugger::reason_to_halt() {
    if (m_resume.how == debug_resume::kind::step) {
        asks_to_halt(); // a step may be long
    }
    if (std::exchange(m_is_to_halt, false)) {
        return debug_halt{};
    }
    if (!m_has_gone_on) {
        return std::nullopt;
    }
    if (!m_is_in_block) {
        m_cpu.m_time.keep_up();
    }
    // An interrupt that is due comes first, and the CPU comes here again; but an exception has been
    // entered, whatever interrupts its handler.
    const std::uint64_t exceptions = m_cpu.m_exceptions.taken();
    const bool is_entry = std::exchange(m_exceptions_seen, exceptions) != exceptions;
    const bool is_interrupted = !m_is_in_block && !is_entry && m_cpu.m_interrupts.is_due();
    if (auto point = point_at_pc(); point && !is_interrupted) {
        return point;
    }
    const bool is_in_range = m_cpu.m_pc - m_resume.first < m_resume.end - m_resume.first;
    if (m_resume.how == debug_resume::kind::step && !is_in_range) {
        debug_halt why;
        why.why = debug_halt::reason::stepped;
        return why;
    }
    return std::nullopt;
}

/// The breakpoint or watchpoint that the CPU is to halt for before the next instruction.
std::optional<debug_halt> cpu_debugger::point_at_pc() {
    debug_halt why;
    why.why = debug_halt::reason::point;
    if (const auto* const breakpoint = m_points.breakpoint_at(m_cpu.m_pc)) {
        why.point = breakpoint->kind;
        return why;
    }
    if (const auto hit =
            m_points.has_watchpoints() ? watchpoint_of(next_instruction()) : std::nullopt) {
        why.point = hit->what->kind;
        why.address = hit->address;
        return why;
    }
    return std::nullopt;
}

std::optional<stop_points::hit> cpu_debugger::watchpoint_of(const instruction& i) const {
    const std::uint32_t cpsr = m_cpu.m_engine.cpsr();
    if (!i.accesses_memory() || !condition_holds(i.condition, cpsr)) {
        return std::nullopt;
    }
    const auto reg = [this](unsigned n) { return m_cpu.m_engine.reg(n); };
    std::uint32_t address = address_of(i, reg, (cpsr & psr::carry) != 0);
    if (m_cpu.m_meter.alignment() == alignment_policy::ignores) {
        address &= ~(alignment_unit(i, alignment_policy::ignores) - 1);
    }
    const std::uint32_t bytes = std::max(i.reads, i.writes) * 1U * i.item_bytes;
    return m_points.watchpoint_at(address, bytes, i.reads != 0, i.writes != 0);
}

/// The debug state begins and ends between two edges of the clock. No time passes but the cycles
/// that were asked for.
void cpu_debugger::halt(const debug_halt& why) {
    const auto show_state = [this](bool is_halted) {
        if (m_cpu.on_debug_state) {
            m_cpu.on_debug_state(is_halted);
            components::wait_deltas(components::deltas_to_interrupt);
        }
    };
    m_cpu.m_time.expect_change();
    m_cpu.m_time.synchronise();
    m_cpu.m_delivery->rest();
    show_state(true);
    pass_cycles();
    m_resume = m_monitor.halted(why, *this);
    show_state(false);
    m_cpu.m_time.expect_change();
    m_cpu.m_time.synchronise();
    m_cpu.look_at_masks();
    m_has_gone_on = false;
    if (m_resume.how == debug_resume::kind::detach || m_resume.how == debug_resume::kind::kill) {
        m_is_attached = false;
        m_points.clear();
    }
    if (m_resume.how == debug_resume::kind::kill) {
        m_cpu.finish(1, "ended by the debugger at PC " + place_text(m_cpu.m_pc, m_cpu.m_image));
    } else if (m_resume.how != debug_resume::kind::step) { // which looks at each instruction
        tell_engine();
    }
}

/// The clock of a PMU that has no pin for the debug state stands still in it.
void cpu_debugger::pass_cycles() {
    if (m_cycles == 0) {
        return;
    }
    const sc_core::sc_time period = m_cpu.clk.period();
    const std::uint64_t ticks = m_cycles * m_cpu.m_time.cycle();
    const bool stops_clock = !m_cpu.on_debug_state;
    if (stops_clock) {
        m_cpu.clk.set_period(sc_core::SC_ZERO_TIME);
    }
    sc_core::wait(sc_core::sc_time::from_value(ticks));
    if (stops_clock) {
        m_cpu.clk.set_period(period);
    }
    m_cpu.m_time.hide(ticks);
}

/// The engine cannot stop inside of an IT block, so it stops before those that have a breakpoint.
void cpu_debugger::note_it_blocks(std::uint32_t pc, std::vector<std::uint32_t>& addresses) const {
    constexpr std::uint32_t longest = 2 + 3 * 4; // from IT to the last of four instructions
    for (std::uint32_t back = 2; back <= longest && back <= pc; back += 2) {
        std::uint16_t halfword = 0;
        const bool is_it = m_cpu.m_engine.read(pc - back, &halfword, sizeof halfword) &&
                           (halfword & 0xFF00U) == 0xBF00U && (halfword & 0xFU) != 0;
        if (is_it) {
            addresses.push_back(pc - back);
        }
    }
}

void cpu_debugger::tell_engine() {
    std::vector<std::uint32_t> addresses;
    for (const stop_points::point& p : m_points.breakpoints()) {
        addresses.push_back(p.address);
        if (m_cpu.m_core.has_thumb2) {
            note_it_blocks(p.address, addresses);
        }
    }
    m_cpu.m_engine.ask_before(addresses);
    m_cpu.m_engine.ask_before_all(m_points.has_watchpoints());
}

bool cpu_debugger::lets_execute(std::uint32_t pc) {
    if (!m_is_attached || m_cpu.m_step != 0) {
        return true;
    }
    const std::optional<bool> may_pause = m_cpu.m_meter.may_pause_at(pc);
    if (!may_pause) {
        return true;
    }
    const instruction* const i = m_cpu.m_meter.current_instruction(pc);
    const bool is_point = m_points.breakpoint_at(pc) != nullptr ||
                          (m_points.has_watchpoints() && i != nullptr && watchpoint_of(*i));
    m_steps_over = !is_point && i != nullptr && is_special_it(*i);
    if (!is_point && !m_steps_over) {
        return true;
    }
    m_is_in_block = !*may_pause && !m_cpu.m_delivery->is_stepwise();
    return false;
}

bool cpu_debugger::halts_before(const engine_stop& stop) {
    const bool is_for_host =
        stop.reason == stop_reason::trap || stop.reason == stop_reason::unaligned;
    return m_is_attached && is_for_host && point_at_pc().has_value();
}

bool cpu_debugger::halts_while_waiting() {
    if (!asks_to_halt()) {
        return false;
    }
    m_is_to_halt = false;
    halt({});
    m_has_gone_on = true;
    return true;
}

void cpu_debugger::fail(const std::string& message) {
    if (!m_is_attached) {
        return;
    }
    debug_halt why;
    why.why = debug_halt::reason::failed;
    why.message = message;
    halt(why);
    m_is_attached = false;
}

// --- IT blocks -----------------------------------------------------------------------------------

std::vector<instruction> cpu_debugger::it_block_after(const instruction& it) const {
    std::vector<instruction> block;
    std::uint8_t it_state = it.it_before == 0 ? it.it_after : std::uint8_t{0};
    for (std::uint32_t pc = it.end(); it_state != 0;) {
        block.push_back(m_cpu.m_meter.instruction_at(pc, true, it_state));
        it_state = block.back().it_after;
        pc = block.back().end();
    }
    return block;
}

/// Whether the debugger may want to halt inside of the block that this IT begins.
bool cpu_debugger::is_special_it(const instruction& i) const {
    const auto block = it_block_after(i);
    return std::any_of(block.begin(), block.end(), [this](const instruction& inner) {
        return m_points.breakpoint_at(inner.pc) != nullptr ||
               (m_points.has_watchpoints() && inner.accesses_memory());
    });
}

// --- one instruction -----------------------------------------------------------------------------

instruction cpu_debugger::next_instruction() const {
    const std::uint32_t cpsr = m_cpu.m_engine.cpsr();
    const bool is_thumb = (cpsr & psr::thumb) != 0;
    return m_cpu.m_meter.instruction_at(m_cpu.m_pc, is_thumb,
                                        is_thumb ? psr::it_of(cpsr) : std::uint8_t{0});
}

/// Executes an instruction, or takes the interrupt that is to come before it.
void cpu_debugger::step() {
    const bool is_in_it_block = m_cpu.goes_on_in_it_block();
    if (!m_is_in_block && takes_interrupt()) {
        return;
    }
    const instruction i = next_instruction();
    bool has_left_block = false;
    if (is_in_it_block) {
        const std::uint64_t exceptions = m_cpu.m_exceptions.taken();
        m_cpu.step_in_it_block();
        has_left_block = m_cpu.m_exceptions.taken() != exceptions;
    } else if (i.it_after != 0) {
        step_it(i);
        return;
    } else {
        constexpr unsigned usual = 2;
        if (i.is_endless) { // as where the engine tells of it
            m_cpu.m_time.expect_change();
            m_cpu.m_spins_at = i.pc;
            if (takes_interrupt()) {
                return;
            }
        }
        const engine_stop stop = m_cpu.step(i, usual + (i.is_endless ? 1 : 0));
        m_cpu.go_on_after(i, stop);
        has_left_block = stop.reason != stop_reason::asked;
    }
    // What the host executes of an IT block takes interrupts after each instruction.
    m_is_in_block = (m_is_in_block || !is_in_it_block) && !has_left_block &&
                    !m_cpu.may_pause(i, next_instruction());
}

/// What the run loop does before it lets the engine go on.
bool cpu_debugger::takes_interrupt() {
    m_cpu.account(); // an interrupt may have come while an exception was entered
    m_cpu.m_time.keep_up();
    m_cpu.look_at_masks();
    m_cpu.end_if_there_is_reason();
    m_cpu.m_spins_at = 1;
    return m_cpu.take_interrupt();
}

/// Executes an IT. What follows it is executed an instruction at a time, and takes interrupts only
/// if it would without a debugger.
void cpu_debugger::step_it(const instruction& i) {
    m_cpu.m_meter.executed_by_host(i, 0);
    m_cpu.continue_at(i.end(), i.it_after);
    m_cpu.account_for_host();
    m_is_in_block = !m_cpu.m_meter.is_for_host(i);
}

} // namespace platform::iss
