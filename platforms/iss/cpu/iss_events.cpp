// SPDX-License-Identifier: Apache-2.0
// What the engine stops for: devices, exceptions, interrupts, and what firmware must not do.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>
#include <process/words.h>

#include <algorithm>
#include <iterator>

namespace platform::iss {

namespace {

constexpr std::uint32_t semihosting_arm = 0x123456;
constexpr std::uint32_t semihosting_thumb = 0xAB;

/// Whether the instruction has not been executed, nor seen by anybody: it can be come to again.
bool is_fault(stop_reason reason) {
    switch (reason) {
    case stop_reason::breakpoint:
    case stop_reason::undefined:
    case stop_reason::prefetch_abort:
    case stop_reason::data_abort:
    case stop_reason::no_memory_fetch:
    case stop_reason::no_memory_read:
    case stop_reason::no_memory_write: return true;
    default: return false;
    }
}

} // namespace

// --- devices, from inside of the engine ----------------------------------------------------------

bool iss_cpu::access(std::uint32_t address, unsigned bytes, bool is_write, std::uint32_t& data) {
    const std::uint32_t cpsr = m_engine.cpsr();
    const instruction* located = m_meter.locate(
        address, bytes, is_write, [this](unsigned n) { return m_engine.reg(n); }, cpsr);
    // Its block may be gone once what comes before it is accounted for.
    const instruction by = located != nullptr ? *located : instruction{};
    const device_piece piece = m_meter.located_piece();
    if (piece.begins) {
        const std::uint32_t rest = located != nullptr ? m_meter.come_to_device(by) : 0;
        account();
        if (rest != 0) {
            m_meter.enter_device(by, rest, bytes, cpsr);
        }
    }
    const bool is_done = m_devices.access(located != nullptr ? &by : nullptr, piece, address,
                                          is_write, data, m_totals[activity::activity_kind::cycle]);
    if (!is_done) {
        m_failure = m_devices.refusal();
    }
    return is_done;
}

// --- stops of the engine -------------------------------------------------------------------------

/// Whether an interrupt came before the instruction at m_pc, which is to be taken first.
bool iss_cpu::is_preceded_by_interrupt() {
    m_time.keep_up();
    return m_interrupts.is_due();
}

/// What the bus refuses, or where nothing is.
std::string iss_cpu::refusal_text(const engine_stop& stop) const {
    const std::string here = " at PC " + place_text(stop.pc, m_image);
    switch (stop.reason) {
    case stop_reason::refused: return m_failure + "," + here;
    case stop_reason::no_memory_fetch: return "nothing to execute" + here + ": no memory there";
    default: break;
    }
    const bool is_load = stop.reason == stop_reason::no_memory_read;
    return (is_load ? "load from " : "store to ") + process::hex(stop.address, 8) +
           ", where nothing is mapped, by " + instruction_text(stop.what, m_disassembler) + here;
}

void iss_cpu::act_on(const engine_stop& stop) {
    if (is_fault(stop.reason) && is_preceded_by_interrupt()) {
        return; // and then comes to the instruction again
    }
    const instruction& i = stop.what;
    if (stop.reason == stop_reason::breakpoint || stop.reason == stop_reason::undefined) {
        m_meter.fetch_unexecuted(i);
    }
    if (m_config.profile != nullptr &&
        (stop.reason == stop_reason::trap || stop.reason == stop_reason::unaligned)) {
        m_config.profile->enter(stop.pc, m_meter.trapped().bytes, m_engine);
    }
    const auto here = [&] { return " at PC " + place_text(stop.pc, m_image); };
    const auto what = [&] { return instruction_text(i, m_disassembler); };
    switch (stop.reason) {
    case stop_reason::asked:
    case stop_reason::it_block: break;
    case stop_reason::trap: execute_trapped(); break;
    case stop_reason::unaligned: // its block may be forgotten meanwhile
        act_on_unaligned(instruction(m_meter.trapped()));
        break;
    case stop_reason::supervisor_call: call_supervisor(i); break;
    case stop_reason::breakpoint:
        if (i.is_thumb && i.immediate == semihosting_thumb) {
            call_semihosting(i.end());
            continue_at(m_pc, i.it_after);
            m_meter.go_on_at(m_pc, psr::it_of(m_engine.cpsr()));
        } else {
            m_exceptions.set_fault_status(true, fault_status::debug_event, stop.pc);
            take(exception::prefetch_abort, stop.pc + 4, "breakpoint " + what() + here());
        }
        break;
    case stop_reason::undefined:
        take(exception::undefined, stop.pc + (i.is_thumb ? 2 : 4),
             "undefined instruction " + what() + here());
        break;
    case stop_reason::prefetch_abort: abort_fetch(stop.pc); break;
    case stop_reason::data_abort: abort_access(i); break;
    case stop_reason::refused:
    case stop_reason::no_memory_fetch:
    case stop_reason::no_memory_read:
    case stop_reason::no_memory_write:
        if (const std::string why = refusal_text(stop); !abort_outside(stop, why)) {
            const bool is_fetch = stop.reason == stop_reason::no_memory_fetch;
            throw firmware_error(why + (is_fetch ? "; see pmu_run map and --ram" : ""));
        }
        break;
    case stop_reason::no_code: {
        const std::uint32_t link = m_engine.reg(14);
        throw firmware_error("nothing to execute" + here() + ": the memory there is zero" +
                             (stop.pc == 0 ? ", a call of a null pointer? LR is " : "; LR is ") +
                             place_text(link & ~1U, m_image));
    }
    }
}

/// \return why the firmware is to be ended before pc; empty: it is not
std::string iss_cpu::reason_to_end(std::uint32_t pc) {
    if (!m_failure.empty()) {
        return m_failure;
    }
    if (m_config.max_instructions != 0 && steps_left() == 0) {
        return "ended after " +
               process::counted(m_totals[activity::activity_kind::instruction], "instruction") +
               (m_exceptions.taken() != 0
                    ? " and " + process::counted(m_exceptions.taken(), "exception")
                    : "") +
               " (--max-instructions) at PC " + place_text(pc, m_image);
    }
    if (m_config.stop_asked && m_config.stop_asked()) {
        return "stopped at PC " + place_text(pc, m_image);
    }
    if (pc == m_spins_at && !can_be_interrupted()) {
        return "endless loop at PC " + place_text(pc, m_image) +
               ": a branch to itself, and nothing can interrupt it";
    }
    return "";
}

bool iss_cpu::can_be_interrupted() {
    if (m_interrupts.is_irq_masked() && m_interrupts.is_fiq_masked()) {
        return false;
    }
    const auto may = [this] {
        return m_interrupts.is_requested() || m_units.may_raise(m_time.cycle(), m_time.ahead()) ||
               may_others_interrupt();
    };
    if (may()) {
        return true;
    }
    m_time.synchronise(); // a request may be on its way
    return may();
}

bool iss_cpu::may_others_interrupt() const {
    return std::any_of(m_interrupt_sources.begin(), m_interrupt_sources.end(),
                       [](const std::function<bool()>& may_raise) { return may_raise(); });
}

// --- exceptions ----------------------------------------------------------------------------------

void iss_cpu::call_supervisor(const instruction& i) {
    m_pc = i.pc;
    if (i.immediate == (i.is_thumb ? semihosting_thumb : semihosting_arm)) {
        call_semihosting(i.end());
    } else {
        const bool keeps_mode = (m_engine.cpsr() & psr::mode) == psr::supervisor_mode;
        const bool is_pc_change = keeps_mode && m_core.pc_changes == pc_change_rule::same_mode;
        m_meter.add(activity::activity_kind::pc_change, is_pc_change ? 1 : 0);
        take(exception::svc, i.end(),
             "supervisor call " + instruction_text(i, m_disassembler) + " at PC " +
                 place_text(i.pc, m_image));
    }
}

/// \param next_pc the address after the call
void iss_cpu::call_semihosting(std::uint32_t next_pc) {
    try {
        const semihosting_result result = m_semihosting->call(m_engine.reg(0), m_engine.reg(1));
        if (result.exit_code) {
            finish(*result.exit_code, "");
        } else {
            m_engine.set_reg(0, result.r0);
        }
        m_pc = next_pc;
    } catch (const semihosting_fault& e) {
        throw firmware_error(std::string(e.what()) + ", at PC " + place_text(m_pc, m_image));
    } catch (const semihosting_stop& e) {
        throw firmware_error(std::string(e.what()) + ", at PC " + place_text(m_pc, m_image));
    }
}

bool iss_cpu::take_interrupt() {
    come_to_pause();
    if (!m_interrupts.is_due()) {
        return false;
    }
    const bool is_fiq = m_interrupts.take(m_time.now(), m_config.cycle);
    take(is_fiq ? exception::fiq : exception::irq, m_pc + 4,
         "interrupt at PC " + place_text(m_pc, m_image));
    return true;
}

void iss_cpu::take(exception e, std::uint32_t return_address, const std::string& what) {
    m_noted_pc = m_pc;
    m_meter.stop_before(m_pc);
    account(); // what the instruction takes that is not executed
    m_pc = m_exceptions.take(e, m_pc, return_address, what,
                             m_totals[activity::activity_kind::instruction]);
    m_noted_pc = m_pc; // what the entry takes belongs to the instruction there
}

} // namespace platform::iss
