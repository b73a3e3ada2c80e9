// SPDX-License-Identifier: Apache-2.0
// Aborts: what the fault registers say of them. An abort is for the firmware if it has a handler;
// where it has none, the message says why.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>
#include <iss/mmu/memory_protection.h>

#include <algorithm>

namespace platform::iss {

namespace {

/// The first fault that an instruction takes by an MPU. SWP loads first.
std::optional<address_translation::found_fault> fault_by_protection(const instruction& i,
                                                                    const memory_protection& mpu,
                                                                    const cpu_view& cpu,
                                                                    bool is_privileged) {
    const auto reg = [&cpu](unsigned n) { return cpu.reg(n); };
    const std::uint32_t first = address_of(i, reg, (cpu.cpsr() & psr::carry) != 0);
    for (const access_type type : {access_type::load, access_type::store}) {
        const bool is_store = type == access_type::store;
        for (unsigned item = 0; item < (is_store ? i.writes : i.reads); ++item) {
            const std::uint32_t at = first + item * i.item_bytes;
            for (const std::uint32_t byte : {at, at + i.item_bytes - 1U}) {
                if (const auto status = mpu.fault_of(byte, type, is_privileged)) {
                    return address_translation::found_fault{
                        byte == at ? at : byte & ~3U,
                        *status | (is_store ? fault_status::is_store : 0)};
                }
            }
        }
    }
    return std::nullopt;
}

} // namespace

/// The MMU or MPU refuses to let the instruction at pc be fetched.
void iss_cpu::abort_fetch(std::uint32_t pc) {
    const bool is_privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
    if (address_translation* const translation = m_engine.translation()) {
        auto status = translation->fault_of(pc, access_type::fetch, is_privileged);
        if (!status) { // the tables were changed, and nobody was told
            translation->forget();
            status = translation->fault_of(pc, access_type::fetch, is_privileged);
        }
        if (!status) {
            return; // by what the engine has kept: now it may
        }
        m_exceptions.set_fault_status(true, *status, pc);
    } else {
        const std::uint32_t cpsr = m_engine.cpsr();
        const instruction i =
            m_meter.instruction_at(pc, (cpsr & psr::thumb) != 0, psr::it_of(cpsr));
        const memory_protection mpu = m_engine.read_protection();
        auto status = mpu.fault_of(pc, access_type::fetch, is_privileged);
        if (!status) { // the second half of it lies in a region of its own
            status = mpu.fault_of(i.end() - 2, access_type::fetch, is_privileged);
        }
        const auto comes_to_refused = [&] { // in the page of the engine
            constexpr std::uint32_t page = 1024;
            constexpr std::uint32_t least_region = 32;
            std::uint32_t at = (pc / least_region + 1) * least_region;
            while (at % page != 0 && !mpu.fault_of(at, access_type::fetch, is_privileged)) {
                at += least_region;
            }
            return at % page != 0;
        };
        // In an IT block each executes alone anyway.
        if (!status && i.it_before == 0 && comes_to_refused()) {
            execute_alone(i);
            return;
        }
        m_exceptions.set_fault_status(true, status.value_or(fault_status::background), pc);
    }
    take(exception::prefetch_abort, pc + 4, "prefetch abort at PC " + place_text(pc, m_image));
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

/// The same for what an instruction accesses.
void iss_cpu::abort_access(const instruction& i) {
    if (address_translation* const translation = m_engine.translation()) {
        auto fault = m_meter.fault_of(i);
        if (!fault) { // as above
            translation->forget();
            fault = m_meter.fault_of(i);
        }
        if (fault) {
            take_data_abort(i, fault->status, fault->address,
                            "data abort at " + hex_text(fault->address) + access_text(i));
        }
        return; // else by what the engine has kept: now it may
    }
    const bool is_privileged =
        (m_engine.cpsr() & psr::mode) != psr::user_mode && !accesses_as_user(i);
    const auto fault = fault_by_protection(i, m_engine.read_protection(), m_engine, is_privileged)
                           .value_or(address_translation::found_fault{0, 0});
    take_data_abort(i, fault.status, fault.address,
                    "data abort at " + hex_text(fault.address) + access_text(i));
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
        return true;
    }
    const instruction& i = stop.what;
    const bool has_store_bit = m_core.unaligned != unaligned_rule::ignores; // since ARMv6
    const bool is_store = has_store_bit && i.reads == 0;                    // SWP loads first
    take_data_abort(i, fault_status::external | (is_store ? fault_status::is_store : 0),
                    m_meter.address_of_access(i, stop.address), what);
    return true;
}

} // namespace platform::iss
