// SPDX-License-Identifier: Apache-2.0
// What the engine stops for: traps, exceptions, interrupts, and what firmware must not do.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

#include <algorithm>
#include <iterator>

namespace platform {

namespace {

constexpr std::uint32_t semihosting_arm = 0x123456;
constexpr std::uint32_t semihosting_thumb = 0xAB;
constexpr std::uint32_t high_vectors = 0xFFFF'0000;

const char* describe(tlm::tlm_response_status status) {
    switch (status) {
    case tlm::TLM_ADDRESS_ERROR_RESPONSE: return "address error";
    case tlm::TLM_COMMAND_ERROR_RESPONSE: return "command error";
    case tlm::TLM_BURST_ERROR_RESPONSE: return "burst error";
    case tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE: return "byte enable error";
    default: return "error";
    }
}

bool is_branch_to_itself(std::uint32_t encoding, bool is_thumb) {
    return is_thumb ? (encoding & 0xFFFFU) == 0xE7FEU || encoding == 0xBFFE'F7FFU
                    : encoding == 0xEAFF'FFFEU;
}

} // namespace

// --- devices, from inside of the engine ----------------------------------------------------------

bool iss_cpu::access(std::uint32_t address, unsigned bytes, bool is_write, std::uint32_t& data) {
    // What comes before the instruction is executed and takes effect first.
    const std::uint32_t cpsr = m_engine.cpsr();
    const instruction* i = m_meter.locate(
        address, bytes, is_write, [this](unsigned n) { return m_engine.reg(n); }, cpsr);
    if (i != nullptr) {
        m_meter.come_to_device(*i, bytes, cpsr);
    }
    account();
    m_meter.access_device(i, address, bytes, is_write);
    m_payload.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    m_payload.set_address(address);
    m_payload.set_data_ptr(reinterpret_cast<unsigned char*>(&data));
    m_payload.set_data_length(bytes);
    m_payload.set_streaming_width(bytes);
    m_payload.set_byte_enable_ptr(nullptr);
    m_payload.set_dmi_allowed(false);
    m_payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    m_extension.attributes.privileged = (cpsr & psr::mode) != psr::user_mode;
    sc_core::sc_time delay = m_quantum_keeper.get_local_time();
    socket->b_transport(m_payload, delay);
    m_quantum_keeper.set(delay);
    if (!m_payload.is_response_ok()) {
        m_failure = std::string(is_write ? "store of " : "load of ") + std::to_string(bytes) +
                    " bytes at " + hex_text(address) + " refused by the bus (" +
                    describe(m_payload.get_response_status()) + ")";
    }
    m_is_due = m_is_due || is_write;
    if (is_write) {
        expect_selection();
        // What follows in the same block may be counted already: so the engine tells accesses from
        // the first write on, not from that which starts a counter.
        m_uses_bus_unit = m_uses_bus_unit ||
                          std::any_of(m_bus_windows.begin(), m_bus_windows.end(),
                                      [=](const range& r) { return address - r.base < r.bytes; });
    }
    m_meter.set_budget(0); // look at what has become of it behind this instruction
    return m_payload.is_response_ok();
}

// --- stops of the engine -------------------------------------------------------------------------

/// Whether an interrupt came before the instruction at m_pc, which is to be taken first.
bool iss_cpu::is_preceded_by_interrupt() {
    if (m_is_due) {
        synchronise();
    }
    return interrupt_is_due() && !psr::is_in_it_block(m_engine.cpsr());
}

void iss_cpu::act_on(const engine_stop& stop) {
    const bool is_fault =
        stop.reason == stop_reason::breakpoint || stop.reason == stop_reason::undefined ||
        stop.reason == stop_reason::prefetch_abort || stop.reason == stop_reason::data_abort;
    if (is_fault && is_preceded_by_interrupt()) {
        return; // and then comes to the instruction again
    }
    const bool is_thumb = (m_engine.cpsr() & psr::thumb) != 0;
    const auto here = [&] { return " at PC " + place_text(stop.pc, m_image); };
    const auto what = [&] { return instruction_text(stop.pc, is_thumb, m_disassembler, m_engine); };
    switch (stop.reason) {
    case stop_reason::asked:
    case stop_reason::it_block: break;
    case stop_reason::trap: execute_trapped(); break;
    case stop_reason::unaligned: act_on_unaligned(m_meter.trapped()); break;
    case stop_reason::supervisor_call: call_supervisor(); break;
    case stop_reason::breakpoint:
        if (is_thumb && (immediate_at(stop.pc, true) & 0xFFU) == semihosting_thumb) {
            call_semihosting(stop.pc + 2);
            const std::uint8_t it_before = m_meter.it_state();
            continue_at(m_pc, m_meter.instruction_at(stop.pc, true, it_before).it_after);
            m_meter.go_on_at(m_pc, psr::it_of(m_engine.cpsr()));
        } else {
            take(exception::prefetch_abort, stop.pc + 4, "breakpoint " + what() + here());
        }
        break;
    case stop_reason::undefined:
        take(exception::undefined, stop.pc + (is_thumb ? 2 : 4),
             "undefined instruction " + what() + here());
        break;
    case stop_reason::prefetch_abort:
        take(exception::prefetch_abort, stop.pc + 4, "prefetch abort" + here());
        break;
    case stop_reason::data_abort:
        take(exception::data_abort, stop.pc + 8, "data abort of " + what() + here());
        break;
    case stop_reason::refused: throw fatal(m_failure + "," + here());
    case stop_reason::no_memory_fetch:
        throw fatal("nothing to execute" + here() + ": no memory there; see --map and --ram");
    case stop_reason::no_code: {
        const std::uint32_t link = m_engine.reg(14);
        throw fatal("nothing to execute" + here() + ": the memory there is zero" +
                    (stop.pc == 0 ? ", a call of a null pointer? LR is " : "; LR is ") +
                    place_text(link & ~1U, m_image));
    }
    case stop_reason::no_memory_read:
    case stop_reason::no_memory_write:
        throw fatal(
            std::string(stop.reason == stop_reason::no_memory_read ? "load from " : "store to ") +
            hex_text(stop.address) + ", where nothing is mapped, by " + what() + here());
    }
}

/// \return why the firmware is to be ended before pc; empty: it is not
std::string iss_cpu::reason_to_end(std::uint32_t pc) {
    if (m_config.max_instructions != 0 && steps_left() == 0) {
        return "ended after " + std::to_string(m_totals[activity_kind::instruction]) +
               " instructions" +
               (m_idle_steps != 0 ? " and " + std::to_string(m_idle_steps) + " exceptions" : "") +
               " (--max-instructions) at PC " + place_text(pc, m_image);
    }
    if (m_config.stop_asked && m_config.stop_asked()) {
        return "stopped at PC " + place_text(pc, m_image);
    }
    if (pc == m_pc && spins_at(pc)) { // such a branch is met again and again
        return "endless loop at PC " + place_text(pc, m_image) +
               ": a branch to itself, and nothing can interrupt it";
    }
    return "";
}

bool iss_cpu::spins_at(std::uint32_t pc) {
    const bool is_thumb = (m_engine.cpsr() & psr::thumb) != 0;
    return is_branch_to_itself(immediate_at(pc, is_thumb), is_thumb) && !can_be_interrupted();
}

bool iss_cpu::can_be_interrupted() {
    if (m_irq_masked && m_fiq_masked) {
        return false;
    }
    const auto may_raise = [this](event_feed& unit) {
        return unit.quiet_cycles(m_cycle, m_quantum_keeper.get_local_time()) != UINT64_MAX;
    };
    return irq.read() || fiq.read() || sc_core::sc_pending_activity() ||
           std::any_of(m_unit.begin(), m_unit.end(), may_raise) ||
           std::any_of(m_bus_units.begin(), m_bus_units.end(), may_raise);
}

/// The instruction at pc as it is in memory, a halfword or two of Thumb code the first one low.
std::uint32_t iss_cpu::immediate_at(std::uint32_t pc, bool is_thumb) {
    std::uint32_t word = 0;
    if (!m_engine.read(pc, &word, sizeof word)) {
        m_engine.read(pc, &word, is_thumb ? 2 : sizeof word);
    }
    return word;
}

// --- instructions that the engine leaves to us ---------------------------------------------------

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
    return i.kind == instruction_class::wait_for_interrupt ||
           (i.kind == instruction_class::coprocessor_write &&
            std::find(m_core.wait_for_interrupt.begin(), m_core.wait_for_interrupt.end(),
                      i.coprocessor) != m_core.wait_for_interrupt.end());
}

bool iss_cpu::is_trap(const instruction& i) const {
    switch (i.kind) {
    case instruction_class::coprocessor_read:
        return is_of_pmu(i.coprocessor) || is_identification(i.coprocessor) ||
               is_accumulator_access(i);
    case instruction_class::coprocessor_write:
        return is_of_pmu(i.coprocessor) || is_wait_for_interrupt(i) || is_engine_wait(i) ||
               is_process_id_write(i) || is_accumulator_access(i);
    case instruction_class::wait_for_interrupt:
    case instruction_class::wait_for_event: return true;
    default: return is_accumulator_access(i);
    }
}

/// The engine waits at these, which are no functions of an XScale: they do nothing there.
bool iss_cpu::is_engine_wait(const instruction& i) const {
    constexpr pmu::coprocessor_register waits[] = {{15, 0, 7, 0, 4}, {15, 0, 7, 8, 2}};
    return is_xscale() && i.kind == instruction_class::coprocessor_write &&
           std::find(std::begin(waits), std::end(waits), i.coprocessor) != std::end(waits);
}

/// FCSE: it moves the lowest 32 MiB of addresses.
bool iss_cpu::is_process_id_write(const instruction& i) const {
    constexpr pmu::coprocessor_register process_id{15, 0, 13, 0, 0};
    return i.kind == instruction_class::coprocessor_write && i.coprocessor == process_id;
}

bool iss_cpu::is_accumulator_access(const instruction& i) const {
    return is_xscale() && accumulator::is_access(i);
}

void iss_cpu::execute_trapped() {
    const instruction i = m_meter.trapped();
    if (is_trap(i)) {
        execute_on_host(i, m_meter.it_state());
    } else { // an IT instruction, whose block the engine cannot execute at once
        m_meter.executed_by_host(i, 0);
        continue_at(i.end(), i.it_after);
        m_meter.leave(m_pc);
        account();
    }
}

/// Executes an instruction that the engine cannot.
/// \return false: it is Undefined
bool iss_cpu::execute_on_host(const instruction& i, std::uint8_t it_before) {
    const bool executes = condition_holds(i.condition, m_engine.cpsr());
    const bool waits = executes && is_wait_for_interrupt(i);
    if (executes && !waits && !perform(i)) {
        take(exception::undefined, i.pc + (i.is_thumb ? 2 : 4),
             "undefined access to a coprocessor by " +
                 instruction_text(i.pc, i.is_thumb, m_disassembler, m_engine) + " at PC " +
                 place_text(i.pc, m_image));
        return false;
    }
    m_meter.executed_by_host(i, it_before);
    continue_at(i.end(), i.it_after);
    if (waits) {
        m_meter.leave(i.end());
        account();
        wait_for_interrupt(i.pc);
    } else if (executes && i.kind == instruction_class::coprocessor_write) {
        m_is_due = true;
        expect_selection();
        synchronise();
        m_one_by_one = m_config.mode == execution_mode::fast ? m_config.settle_cycles : 0;
        m_meter.set_detailed(m_one_by_one != 0);
    }
    return true;
}

/// Executes the instruction at PC, in an IT block, where the engine can neither stop nor begin.
void iss_cpu::step_in_it_block() {
    const std::uint8_t it_state = psr::it_of(m_engine.cpsr());
    const instruction i = m_meter.instruction_at(m_pc, true, it_state);
    if (is_trap(i)) {
        execute_on_host(i, it_state);
    } else if (!condition_holds(i.condition, m_engine.cpsr())) {
        m_meter.executed_by_host(i, it_state);
        continue_at(i.end(), i.it_after);
    } else if (m_meter.is_misaligned(i)) {
        act_on_unaligned(i);
        return;
    } else {
        const engine_stop stop = step(i);
        go_on_after(i, stop);
        return;
    }
    m_meter.leave(m_pc);
    account();
}

/// Has the engine execute an instruction, wherever that leads.
engine_stop iss_cpu::step(const instruction& i) {
    m_step = 2; // the boundary before it, and that after it
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
    if (is_engine_wait(i) || is_process_id_write(i)) {
        const bool is_privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
        if (is_privileged && is_process_id_write(i)) {
            check_process_id(i);
        }
        return is_privileged;
    }
    return i.kind == instruction_class::wait_for_event || transfer_coprocessor(i);
}

/// The Cortex-R5 has no FCSE.
void iss_cpu::check_process_id(const instruction& i) {
    const std::uint32_t value = i.transfer == 15 ? i.pc + 8 : m_engine.reg(i.transfer);
    if (m_core.type != cpu_type::cortex_r5 && value >> 25U != 0) {
        throw fatal("FCSE process ID " + hex_text(value) + " set at PC " +
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
        for (const counted_write& w : m_config.counted_writes) {
            const bool counts = is_done && w.where == i.coprocessor && (value & w.mask) != 0;
            m_meter.add(w.kind, counts ? 1 : 0);
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

void iss_cpu::wait_for_interrupt(std::uint32_t pc) {
    m_is_due = true;
    synchronise();
    m_pins.rest();
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the kernel changes its own
    const sc_core::sc_time since = sc_core::sc_time_stamp();
    clk.set_period(sc_core::SC_ZERO_TIME);
    while (!irq.read() && !fiq.read()) {
        if (!sc_core::sc_pending_activity()) {
            throw fatal("waits for an interrupt at PC " + place_text(pc, m_image) +
                        ", and nothing can raise one");
        }
        if (m_config.stop_asked && m_config.stop_asked()) {
            throw fatal("stopped while it waits for an interrupt at PC " + place_text(pc, m_image));
        }
        const sc_core::sc_time next = sc_core::sc_time_to_pending_activity();
        wait(next, irq.value_changed_event() | fiq.value_changed_event());
    }
    m_stopped_ticks += (sc_core::sc_time_stamp() - since).value();
    clk.set_period(m_config.cycle);
    synchronise();
}

// --- exceptions ----------------------------------------------------------------------------------

void iss_cpu::call_supervisor() {
    const bool is_thumb = (m_engine.cpsr() & psr::thumb) != 0;
    const std::uint32_t behind = m_pc;
    m_pc -= is_thumb ? 2 : 4;
    const bool is_semihosting = is_thumb
                                    ? (immediate_at(m_pc, true) & 0xFFU) == semihosting_thumb
                                    : (immediate_at(m_pc, false) & 0x00FF'FFFFU) == semihosting_arm;
    if (is_semihosting) {
        call_semihosting(behind);
    } else {
        const bool keeps_mode = (m_engine.cpsr() & psr::mode) == psr::supervisor_mode;
        const bool is_pc_change = keeps_mode && m_core.pc_changes == pc_change_rule::same_mode;
        m_meter.add(activity_kind::pc_change, is_pc_change ? 1 : 0);
        take(exception::svc, behind,
             "supervisor call " + instruction_text(m_pc, is_thumb, m_disassembler, m_engine) +
                 " at PC " + place_text(m_pc, m_image));
    }
}

/// \param behind the address behind the call
void iss_cpu::call_semihosting(std::uint32_t behind) {
    try {
        const semihosting_result result = m_semihosting->call(m_engine.reg(0), m_engine.reg(1));
        if (result.exit_code) {
            finish(*result.exit_code, "");
        } else {
            m_engine.set_reg(0, result.r0);
        }
        m_pc = behind;
    } catch (const semihosting_fault& e) {
        throw fatal(std::string(e.what()) + ", at PC " + place_text(m_pc, m_image));
    } catch (const semihosting_stop& e) {
        throw fatal(std::string(e.what()) + ", at PC " + place_text(m_pc, m_image));
    }
}

bool iss_cpu::take_interrupt() {
    if (!interrupt_is_due()) {
        return false;
    }
    const bool is_fiq = fiq.read() && !m_fiq_masked;
    ++m_interrupts_taken;
    take(is_fiq ? exception::fiq : exception::irq, m_pc + 4,
         "interrupt at PC " + place_text(m_pc, m_image));
    return true;
}

void iss_cpu::take(exception e, std::uint32_t return_address, const std::string& what) {
    struct row {
        std::uint32_t vector;
        std::uint32_t mode;
        std::uint32_t masks;
    };
    const auto row_of = [](exception which) -> row {
        constexpr std::uint32_t irq_and_abort = psr::irq_masked | psr::abort_masked;
        switch (which) {
        case exception::undefined: return {0x04, 0x1B, psr::irq_masked};
        case exception::svc: return {0x08, 0x13, psr::irq_masked};
        case exception::prefetch_abort: return {0x0C, 0x17, irq_and_abort};
        case exception::data_abort: return {0x10, 0x17, irq_and_abort};
        case exception::irq: return {0x18, 0x12, irq_and_abort};
        case exception::fiq: break;
        }
        return {0x1C, 0x11, irq_and_abort | psr::fiq_masked};
    };
    const row r = row_of(e);
    const std::uint32_t control = m_engine.system_control();
    const std::uint32_t vector =
        ((control & sctlr::high_vectors) != 0 ? high_vectors : 0) + r.vector;
    std::uint32_t handler = 0;
    if (!m_engine.read(vector, &handler, sizeof handler) || handler == 0) {
        throw fatal(what + ": no handler at the vector " + hex_text(vector));
    }
    if (m_pc == vector && e != exception::irq && e != exception::fiq) {
        throw fatal(what + ": it is itself at the vector of that exception");
    }
    const std::uint32_t before = m_engine.cpsr();
    std::uint32_t after =
        (before & ~(psr::mode | psr::thumb | psr::it | psr::jazelle | psr::big_endian)) | r.mode |
        r.masks;
    if (m_core.has_thumb2 && (control & sctlr::thumb_exceptions) != 0) {
        after |= psr::thumb;
    }
    if (m_core.unaligned != unaligned_rule::ignores &&
        (control & sctlr::exception_endianness) != 0) {
        after |= psr::big_endian;
    }
    m_engine.set_cpsr(after); // switches the banks
    m_engine.set_spsr(before);
    m_engine.set_reg(14, return_address);
    m_pc = vector;
    m_meter.enter_exception();
    m_meter.add(activity_kind::exception_taken, 1);
    m_meter.add(activity_kind::cycle, m_core.timing.exception_entry);
}

} // namespace platform
