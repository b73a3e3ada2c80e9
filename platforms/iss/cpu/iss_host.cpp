// SPDX-License-Identifier: Apache-2.0
// The instructions that the engine leaves to the CPU: accesses of the PMU and of what the engine
// has not, waits for an interrupt, and the rest of an IT block that it cannot execute.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

#include <algorithm>

namespace platform::iss {

namespace {

bool is_one_of(const std::vector<pmu::coprocessor_register>& all,
               const pmu::coprocessor_register& where) {
    return std::find(all.begin(), all.end(), where) != all.end();
}

} // namespace

bool iss_cpu::is_of_pmu(const pmu::coprocessor_register& where) const {
    if (m_config.coprocessor == nullptr) {
        return false;
    }
    return std::any_of(m_config.coprocessor->begin(), m_config.coprocessor->end(),
                       [&](const pmu::register_desc& r) {
                           const auto known = pmu::decode_coprocessor_address(r.address);
                           // The system coprocessor has other registers beside; CP14 has none.
                           return known.coproc == where.coproc && known.crn == where.crn &&
                                  (known.coproc == 14 || known.crm == where.crm);
                       });
}

bool iss_cpu::is_identification(const pmu::coprocessor_register& where) const {
    return std::any_of(m_identity.begin(), m_identity.end(),
                       [&](const identification& r) { return r.where == where; });
}

bool iss_cpu::is_wait_for_interrupt(const instruction& i) const {
    return (i.kind == instruction_class::wait_for_interrupt && m_core.waits_at_hint) ||
           (i.kind == instruction_class::coprocessor_write &&
            is_one_of(m_core.wait_for_interrupt, i.coprocessor));
}

bool iss_cpu::is_trap(const instruction& i) const {
    switch (i.kind) {
    case instruction_class::coprocessor_read:
        return is_of_pmu(i.coprocessor) || is_identification(i.coprocessor) ||
               is_accumulator_access(i);
    case instruction_class::coprocessor_write:
        return is_of_pmu(i.coprocessor) || is_wait_for_interrupt(i) || is_no_wait(i) ||
               is_process_id_write(i) || is_accumulator_access(i);
    case instruction_class::wait_for_interrupt:
    case instruction_class::wait_for_event: return true;
    default: return is_accumulator_access(i);
    }
}

/// The engine would wait.
bool iss_cpu::is_no_wait(const instruction& i) const {
    return i.kind == instruction_class::coprocessor_write &&
           is_one_of(m_core.no_wait, i.coprocessor);
}

/// FCSE: it moves the lowest 32 MiB of addresses.
bool iss_cpu::is_process_id_write(const instruction& i) const {
    constexpr pmu::coprocessor_register process_id{15, 0, 13, 0, 0};
    return i.kind == instruction_class::coprocessor_write && i.coprocessor == process_id;
}

bool iss_cpu::is_accumulator_access(const instruction& i) const {
    return m_core.has_accumulator && accumulator::is_access(i);
}

void iss_cpu::execute_trapped() {
    const instruction i = m_meter.trapped();
    if (is_trap(i)) {
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
    const bool waits = executes && is_wait_for_interrupt(i);
    if (executes && !waits && !perform(i)) {
        m_meter.fetch_unexecuted(i);
        take(exception::undefined, i.pc + (i.is_thumb ? 2 : 4),
             "undefined access to a coprocessor by " + instruction_text(i, m_disassembler) +
                 " at PC " + place_text(i.pc, m_image));
        return;
    }
    m_meter.executed_by_host(i, it_before);
    continue_at(i.end(), i.it_after);
    if (executes && !waits && i.kind == instruction_class::coprocessor_write) {
        m_is_due = true;
        m_units.expect_selection();
        synchronise();
        if (m_begins_settling) { // from here on: what came before is accounted for
            m_begins_settling = false;
            m_one_by_one = m_config.mode == execution_mode::fast ? m_config.settle_cycles : 0;
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
    if (is_trap(i)) {
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
    if (stop.reason != stop_reason::asked) {
        act_on(stop);
    } else if (!i.writes_pc() && stop.pc == i.end()) {
        continue_at(i.end(), i.it_after);
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

/// \return false: it is Undefined in User mode
bool iss_cpu::read_identification(const instruction& i) {
    constexpr pmu::coprocessor_register cache_size{15, 1, 0, 0, 0};           // CCSIDR
    constexpr pmu::coprocessor_register cache_size_selection{15, 2, 0, 0, 0}; // CSSELR
    if ((m_engine.cpsr() & psr::mode) == psr::user_mode) {
        return false;
    }
    std::uint32_t value = std::find_if(m_identity.begin(), m_identity.end(), [&](const auto& r) {
                              return r.where == i.coprocessor;
                          })->value;
    if (i.coprocessor == cache_size) {
        constexpr std::uint32_t write_policy = 0xD000'0000; // WT, WB, WA: of the data cache
        const std::uint32_t selection = m_engine.system_register(cache_size_selection);
        value = selection == 0 ? value : selection == 1 ? value & ~write_policy : 0;
    }
    if (i.transfer == 15) {
        m_engine.set_cpsr((m_engine.cpsr() & ~psr::flags) | (value & psr::flags));
    } else {
        m_engine.set_reg(i.transfer, value);
    }
    return true;
}

/// Executes a trapped instruction that does not wait for interrupts.
/// \return false: it is Undefined and has changed nothing
bool iss_cpu::perform(const instruction& i) {
    if (is_accumulator_access(i)) {
        return m_accumulator.execute(i, m_engine);
    }
    if (is_no_wait(i) || is_process_id_write(i)) {
        const bool is_privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
        if (is_privileged && is_process_id_write(i)) {
            check_process_id(i);
        }
        return is_privileged;
    }
    if (i.kind == instruction_class::wait_for_event ||
        i.kind == instruction_class::wait_for_interrupt) {
        return !i.is_thumb || m_core.has_thumb2; // hints of ARM state are MSR without a field
    }
    return transfer_coprocessor(i);
}

void iss_cpu::check_process_id(const instruction& i) {
    const std::uint32_t value = i.transfer == 15 ? i.pc + 8 : m_engine.reg(i.transfer);
    if (m_core.has_process_id && value >> 25U != 0) {
        throw firmware_error("FCSE process ID " + hex_text(value) + " set at PC " +
                             place_text(i.pc, m_image) + ": memory can only be mapped one to one");
    }
}

/// \return false: the access is Undefined and has changed nothing
bool iss_cpu::transfer_coprocessor(const instruction& i) {
    if (i.kind == instruction_class::coprocessor_read && is_identification(i.coprocessor)) {
        return read_identification(i);
    }
    const std::uint32_t cpsr = m_engine.cpsr();
    pmu::access_attributes who;
    who.privileged = (cpsr & psr::mode) != psr::user_mode;
    sc_core::sc_time delay = m_quantum_keeper.get_local_time();
    bool is_done = false;
    if (i.kind == instruction_class::coprocessor_write) {
        const std::uint32_t value = i.transfer == 15 ? i.pc + 8 : m_engine.reg(i.transfer);
        is_done = m_coprocessor.mcr(i.coprocessor, value, who, delay);
        if (is_done) {
            note_write(i.coprocessor, value);
        }
    } else {
        std::uint32_t value = 0;
        is_done = m_coprocessor.mrc(i.coprocessor, value, who, delay);
        if (is_done && i.transfer == 15) {
            m_engine.set_cpsr((cpsr & ~psr::flags) | (value & psr::flags));
        } else if (is_done) {
            m_engine.set_reg(i.transfer, value);
        }
    }
    m_quantum_keeper.set(delay);
    return is_done;
}

/// A register of the PMU has been written to.
void iss_cpu::note_write(const pmu::coprocessor_register& where, std::uint32_t value) {
    constexpr std::uint64_t coprocessors = std::uint64_t{1} << 32U; // beside addresses
    m_units.note_write(coprocessors | where.coproc << 16U | where.opc1 << 12U | where.crn << 8U |
                           where.crm << 4U | where.opc2,
                       value);
    for (const counted_write& w : m_config.counted_writes) {
        m_meter.add(w.kind, w.where == where && (value & w.mask) != 0 ? 1 : 0);
    }
    const register_bits& settling = m_config.settling;
    if (where == settling.where && (value & settling.mask) != m_settling) {
        m_settling = value & settling.mask;
        m_units.start_at(m_totals[activity::activity_kind::cycle] + m_config.settle_cycles);
        m_begins_settling = true;
        if (m_config.enabled != nullptr) {
            m_config.enabled->set_enabled(m_settling != 0);
        }
    }
}

/// Waiting in vain takes the firmware no time: how long it lasts is up to whatever else is pending
/// in the kernel, such as the alarm of somebody who looks on.
void iss_cpu::wait_for_interrupt(std::uint32_t pc) {
    m_is_due = true;
    synchronise();
    const sc_core::sc_time begin = sc_core::sc_time_stamp();
    m_pins.rest();
    clk.set_period(sc_core::SC_ZERO_TIME);
    while (!m_interrupts.is_requested() && !m_outcome) {
        if (!sc_core::sc_pending_activity()) {
            m_hidden_ticks += (sc_core::sc_time_stamp() - begin).value();
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
    synchronise();
}

} // namespace platform::iss
