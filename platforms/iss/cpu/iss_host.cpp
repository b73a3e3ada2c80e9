// SPDX-License-Identifier: Apache-2.0
// The instructions that the engine leaves to the CPU: accesses of the PMU and of what the engine
// has not, waits for an interrupt, and the rest of an IT block that it cannot execute.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

namespace platform::iss {

void iss_cpu::execute_trapped() {
    const instruction i = m_meter.trapped();
    if (m_trapped.is_trap(i)) {
        execute_on_host(i, m_meter.it_state());
    } else if (i.kind == instruction_class::undefined || m_meter.is_undefined_here(i)) {
        act_on({stop_reason::undefined, i.pc, 0, i});
    } else { // an IT instruction, whose block the engine cannot execute at once
        m_meter.executed_by_host(i, 0);
        continue_at(i.end(), i.it_after);
        account_for_host();
    }
}

/// Executes an instruction that the engine cannot, or takes the exception that it is Undefined.
void iss_cpu::execute_on_host(const instruction& i, std::uint8_t it_before) {
    const bool executes = condition_holds(i.condition, m_engine.cpsr());
    const bool waits = executes && m_trapped.waits(i);
    if (executes && !waits && !m_trapped.perform(i, m_totals[activity::activity_kind::cycle])) {
        m_meter.fetch_unexecuted(i);
        take(exception::undefined, i.pc + (i.is_thumb ? 2 : 4),
             "undefined access to a coprocessor by " + instruction_text(i, m_disassembler) +
                 " at PC " + place_text(i.pc, m_image));
        return;
    }
    m_meter.executed_by_host(i, it_before);
    continue_at(i.end(), i.it_after);
    if (executes && !waits && i.kind == instruction_class::coprocessor_write) {
        m_time.expect_change();
        m_units.expect_selection();
        m_time.synchronise();
        if (m_trapped.take_settling()) { // from here on: what came before is accounted for
            m_delivery->settle(m_config.settle_cycles);
        }
        choose_detail();
        choose_granularity(); // the write and its fetch are counted by what it has started,
        renew_budget();       // and may make that overflow
    }
    account_for_host();
    if (waits) {
        wait_for_interrupt(i.pc);
    }
}

/// What the host has executed is over at once: whoever looks on next sees it.
void iss_cpu::account_for_host() {
    m_meter.leave(m_pc);
    account();
}

/// Whether execution goes on in the middle of an IT block. A branch out of one that must not be
/// there, or an exception return, may leave an ITSTATE where there is none: that is taken away.
bool iss_cpu::goes_on_in_it_block() {
    const std::uint32_t cpsr = m_engine.cpsr();
    if ((cpsr & psr::it) == 0) {
        return false;
    }
    if ((cpsr & psr::thumb) != 0 && m_core.has_thumb2) {
        return true;
    }
    continue_at(m_pc, 0);
    m_meter.go_on_at(m_pc, 0);
    return false;
}

/// Executes the instruction at PC, where the engine can neither stop nor begin: in an IT block, or
/// before code that must not be fetched.
void iss_cpu::step_in_it_block() {
    const std::uint32_t cpsr = m_engine.cpsr();
    const std::uint8_t it_state = psr::it_of(cpsr);
    const instruction i = m_meter.instruction_at(m_pc, (cpsr & psr::thumb) != 0, it_state);
    if (m_trapped.is_trap(i)) {
        execute_on_host(i, it_state);
    } else if (!condition_holds(i.condition, m_engine.cpsr())) {
        m_meter.executed_by_host(i, it_state);
        continue_at(i.end(), i.it_after);
        account_for_host();
    } else if (m_meter.is_undefined_here(i)) {
        act_on({stop_reason::undefined, i.pc, 0, i});
    } else if (m_meter.is_misaligned(i)) {
        act_on_unaligned(i);
    } else {
        const engine_stop stop = step(i);
        const bool is_refused = stop.reason == stop_reason::prefetch_abort && stop.pc == i.pc;
        if (!is_refused || it_state != 0) { // else it would come here again
            go_on_after(i, stop);
        }
    }
}

/// Has the engine execute an instruction, wherever that leads.
/// \param boundaries that before it, and that after it; one more at a branch to itself
engine_stop iss_cpu::step(const instruction& i, unsigned boundaries) {
    m_step = boundaries;
    m_meter.set_budget(0);
    const engine_stop stop = m_engine.run_to(i.pc, i.end());
    m_step = 0;
    m_pc = stop.pc;
    account();
    return stop;
}

void iss_cpu::go_on_after(const instruction& i, const engine_stop& stop) {
    const bool is_executed =
        stop.reason == stop_reason::asked || stop.reason == stop_reason::it_block;
    if (!is_executed) {
        act_on(stop);
    } else if (!i.writes_pc() && stop.pc == i.end()) {
        continue_at(i.end(), i.it_after); // the engine may have lost ITSTATE
    }
}

void iss_cpu::continue_at(std::uint32_t pc, std::uint8_t it_state) {
    m_pc = pc;
    const std::uint32_t it = psr::it_in_place(it_state);
    const std::uint32_t now = m_engine.cpsr();
    if ((now & psr::it) != it) {
        m_engine.set_cpsr((now & ~psr::it) | it);
    }
}

/// Waiting in vain takes the firmware no time.
void iss_cpu::wait_for_interrupt(std::uint32_t pc) {
    m_time.expect_change();
    m_time.synchronise();
    const std::uint64_t begin = sc_core::sc_time_stamp().value();
    m_delivery->rest();
    clk.set_period(sc_core::SC_ZERO_TIME);
    while (!m_interrupts.is_requested() && !m_outcome) {
        if (!m_units.may_raise_without_cpu() && !may_others_interrupt() &&
            !sc_core::sc_pending_activity_at_current_time()) { // a request may be on its way
            m_time.hide(sc_core::sc_time_stamp().value() - begin);
            throw firmware_error("waits for an interrupt at PC " + place_text(pc, m_image) +
                                 ", and nothing can raise one");
        }
        if (m_config.stop_asked && m_config.stop_asked()) {
            throw firmware_error("stopped while it waits for an interrupt at PC " +
                                 place_text(pc, m_image));
        }
        if (m_debugger != nullptr && m_debugger->halts_while_waiting()) {
            continue; // an interrupt may have come meanwhile
        }
        const sc_core::sc_time next = sc_core::sc_time_to_pending_activity();
        wait(next, irq.value_changed_event() | fiq.value_changed_event());
    }
    clk.set_period(m_config.cycle);
    m_time.synchronise();
}

} // namespace platform::iss
