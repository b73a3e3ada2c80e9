// SPDX-License-Identifier: Apache-2.0
// Aborts. An abort is for the firmware if it has a handler; where it has none, the message says
// why.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>
#include <process/words.h>

namespace platform::iss {

/// The MMU or MPU refuses to let the instruction at pc be fetched.
void iss_cpu::abort_fetch(std::uint32_t pc) {
    const fetch_fault fault = m_faults.of_fetch(pc);
    switch (fault.why) {
    case fetch_fault::cause::gone: break;
    case fetch_fault::cause::code_ahead: {
        const std::uint32_t cpsr = m_engine.cpsr();
        execute_alone(m_meter.instruction_at(pc, (cpsr & psr::thumb) != 0, psr::it_of(cpsr)));
        break;
    }
    case fetch_fault::cause::refused:
        m_exceptions.set_fault_status(true, fault.status, pc);
        take(exception::prefetch_abort, pc + 4, "prefetch abort at PC " + place_text(pc, m_image));
        break;
    }
}

/// The engine has met code that it must not fetch as it translated what comes before, and has
/// executed nothing of that.
void iss_cpu::execute_alone(const instruction& i) {
    m_pc = i.pc;
    const bool begins_it_block = i.it_before == 0 && i.it_after != 0;
    if (begins_it_block) { // at whose end the engine cannot stop
        m_meter.executed_by_host(i, 0);
        continue_at(i.end(), i.it_after);
        account_for_host();
        return;
    }
    step_in_it_block();
}

/// The MMU or MPU refuses what an instruction accesses.
void iss_cpu::abort_access(const instruction& i) {
    if (const auto fault = m_faults.of_access(i)) {
        take_data_abort(i, fault->status, fault->address,
                        "data abort at " + process::hex(fault->address, 8) + access_text(i));
    }
}

/// An instruction accesses what is not aligned, and the CPU does not just do that.
void iss_cpu::act_on_unaligned(const instruction& i) {
    const auto reg = [this](unsigned n) { return m_engine.reg(n); };
    const std::uint32_t address = address_of(i, reg, (m_engine.cpsr() & psr::carry) != 0);
    m_pc = i.pc;
    if (m_meter.alignment() == alignment_policy::ignores && !i.is_exclusive) {
        go_on_after(i, m_unaligned.execute(i, address));
    } else if (!is_preceded_by_interrupt()) {
        take_data_abort(i, m_faults.status_of(i, fault_status::alignment), address,
                        "alignment fault at " + process::hex(address, 8) + access_text(i));
    }
}

/// For a message.
std::string iss_cpu::access_text(const instruction& i) {
    return " of " + instruction_text(i, m_disassembler) + " at PC " + place_text(i.pc, m_image);
}

/// Every data abort, whoever is the cause.
void iss_cpu::take_data_abort(const instruction& i, std::uint32_t status, std::uint32_t address,
                              const std::string& what) {
    m_meter.abort_access(i);
    m_exceptions.set_fault_status(false, status, address);
    take(exception::data_abort, i.pc + 8, what);
}

/// The bus refuses what the instruction at PC fetches or accesses, or there is nothing.
/// \return false: no handler is there
bool iss_cpu::abort_outside(const engine_stop& stop, const std::string& what) {
    const bool is_fetch = stop.reason == stop_reason::no_memory_fetch;
    if (!m_exceptions.has_handler(is_fetch ? exception::prefetch_abort : exception::data_abort)) {
        return false;
    }
    m_failure.clear();
    if (is_fetch) {
        m_exceptions.set_fault_status(true, fault_status::external, stop.pc);
        take(exception::prefetch_abort, stop.pc + 4, what);
    } else {
        take_data_abort(stop.what, m_faults.status_of(stop.what, fault_status::external),
                        m_meter.address_of_access(stop.what, stop.address), what);
    }
    return true;
}

} // namespace platform::iss
