// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/exceptions.h>

#include <iss/decode/sctlr.h>
#include <process/words.h>

#include <algorithm>

namespace platform::iss {

namespace {

constexpr pmu::coprocessor_register data_fault_status{15, 0, 5, 0, 0};
constexpr pmu::coprocessor_register instruction_fault_status{15, 0, 5, 0, 1};
constexpr pmu::coprocessor_register data_fault_address{15, 0, 6, 0, 0};
constexpr pmu::coprocessor_register instruction_fault_address{15, 0, 6, 0, 2};

// The XScale has one FSR, whose bit X tells faults apart that ARMv5 does not have (XScale core
// manual, 2.3.4).
constexpr std::uint32_t xscale_extended = 1U << 10;
constexpr std::uint32_t xscale_translation_of_fetch = xscale_extended;
constexpr std::uint32_t xscale_external = xscale_extended | 6;

struct vector_row {
    std::uint32_t vector;
    std::uint32_t mode;
    std::uint32_t masks;
    const char* name;
};

vector_row row_of(exception e) {
    constexpr std::uint32_t irq_and_abort = psr::irq_masked | psr::abort_masked;
    switch (e) {
    case exception::undefined: return {0x04, 0x1B, psr::irq_masked, "Undefined"};
    case exception::svc: return {0x08, 0x13, psr::irq_masked, "SVC"};
    case exception::prefetch_abort: return {0x0C, 0x17, irq_and_abort, "Prefetch Abort"};
    case exception::data_abort: return {0x10, 0x17, irq_and_abort, "Data Abort"};
    case exception::irq: return {0x18, 0x12, irq_and_abort, "IRQ"};
    case exception::fiq: break;
    }
    return {0x1C, 0x11, irq_and_abort | psr::fiq_masked, "FIQ"};
}

} // namespace

std::uint32_t exceptions::vector_of(exception e) const {
    constexpr std::uint32_t high_vectors = 0xFFFF'0000;
    const bool is_high = (m_cpu.system_control() & sctlr::high_vectors) != 0;
    return (is_high ? high_vectors : 0) + row_of(e).vector;
}

bool exceptions::has_handler(exception e) const {
    std::uint32_t handler = 0;
    return m_cpu.read(vector_of(e), &handler, sizeof handler) && handler != 0;
}

void exceptions::set_fault_status(bool is_fetch, std::uint32_t status, std::uint32_t address) {
    const bool has_one_register = m_core.tables == table_format::xscale;
    if (has_one_register && is_fetch) { // FAR is for data
        m_cpu.set_system_register(data_fault_status, status == fault_status::debug_event ? 0
                                                     : status == fault_status::external
                                                         ? xscale_external
                                                         : xscale_translation_of_fetch);
    } else if (has_one_register && status == fault_status::external) { // imprecise: no address
        m_cpu.set_system_register(data_fault_status, xscale_external);
    } else {
        m_cpu.set_system_register(is_fetch ? instruction_fault_status : data_fault_status, status);
        m_cpu.set_system_register(is_fetch ? instruction_fault_address : data_fault_address,
                                  address);
    }
}

/// The handler of an exception has executed one instruction, and takes the same exception again: so
/// it goes on until somebody stops it. That is told once. Of those that take one, SVC is executed.
void exceptions::tell_of_ring(exception e, const std::string& what, std::uint64_t steps) {
    const std::uint64_t most = e == exception::svc ? 2 : 1;
    const bool is_in_handler = m_last == e && (m_cpu.cpsr() & psr::mode) == row_of(e).mode &&
                               steps - m_steps_at_last <= most;
    if (is_in_handler && !m_has_told_of_ring) {
        m_has_told_of_ring = true;
        m_warn(what + ": the handler at the vector " + process::hex(vector_of(e), 8) +
               " takes that exception itself, again and again");
    }
}

/// The CPSR in the handler.
std::uint32_t exceptions::status_in(exception e, std::uint32_t before) const {
    const vector_row r = row_of(e);
    const std::uint32_t control = m_cpu.system_control();
    const bool is_thumb = m_core.has_thumb2 && (control & sctlr::thumb_exceptions) != 0;
    const bool is_big_endian =
        m_core.unaligned != unaligned_rule::ignores && (control & sctlr::exception_endianness) != 0;
    return (before & ~(psr::mode | psr::thumb | psr::it | psr::jazelle | psr::big_endian)) |
           r.mode | r.masks | (is_thumb ? psr::thumb : 0) | (is_big_endian ? psr::big_endian : 0);
}

std::uint32_t exceptions::take(exception e, std::uint32_t pc, std::uint32_t return_address,
                               const std::string& what, std::uint64_t instructions) {
    const std::uint32_t vector = vector_of(e);
    if (!has_handler(e)) {
        throw firmware_error(what + ": no handler at the vector " + process::hex(vector, 8));
    }
    if (e != exception::irq && e != exception::fiq) {
        if (pc == vector) {
            throw firmware_error(what + ": it is itself at the vector of that exception");
        }
        tell_of_ring(e, what, instructions + m_taken);
    }
    if (m_profile != nullptr) {
        m_profile->take_exception(pc, std::min(pc, return_address), std::max(pc, return_address),
                                  vector, m_cpu, row_of(e).name);
    }
    const std::uint32_t before = m_cpu.cpsr();
    m_cpu.set_cpsr(status_in(e, before)); // switches the banks
    m_cpu.set_spsr(before);
    m_cpu.set_reg(14, return_address);
    ++m_taken;
    m_last = e;
    m_steps_at_last = instructions + m_taken;
    m_meter.enter_exception(vector);
    m_meter.add(activity::activity_kind::exception_taken, 1);
    m_meter.add(activity::activity_kind::cycle, m_core.timing.exception_entry);
    return vector;
}

} // namespace platform::iss
