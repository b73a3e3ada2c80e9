// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/fault_finder.h>

#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>
#include <iss/mmu/memory_protection.h>

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

/// Whether the engine comes to code that must not be fetched, in its page after pc.
bool comes_to_refused(const memory_protection& mpu, std::uint32_t pc, bool is_privileged) {
    constexpr std::uint32_t least_region = 32;
    std::uint32_t at = (pc / least_region + 1) * least_region;
    while (at % block_page_bytes != 0 && !mpu.fault_of(at, access_type::fetch, is_privileged)) {
        at += least_region;
    }
    return at % block_page_bytes != 0;
}

bool is_privileged(const cpu_view& cpu) {
    return (cpu.cpsr() & psr::mode) != psr::user_mode;
}

} // namespace

fetch_fault fault_finder::of_fetch(std::uint32_t pc) {
    address_translation* const translation = m_cpu.translation();
    if (translation == nullptr) {
        return of_protected_fetch(pc);
    }
    auto status = translation->fault_of(pc, access_type::fetch, is_privileged(m_cpu));
    if (!status) { // the tables were changed, and nobody was told
        translation->forget();
        status = translation->fault_of(pc, access_type::fetch, is_privileged(m_cpu));
    }
    return status ? fetch_fault{fetch_fault::cause::refused, *status} : fetch_fault{};
}

fetch_fault fault_finder::of_protected_fetch(std::uint32_t pc) {
    const std::uint32_t cpsr = m_cpu.cpsr();
    const instruction i = m_meter.instruction_at(pc, (cpsr & psr::thumb) != 0, psr::it_of(cpsr));
    const memory_protection mpu = m_cpu.read_protection();
    auto status = mpu.fault_of(pc, access_type::fetch, is_privileged(m_cpu));
    if (!status) { // the second half of it lies in a region of its own
        status = mpu.fault_of(i.end() - 2, access_type::fetch, is_privileged(m_cpu));
    }
    // In an IT block each executes alone anyway.
    if (!status && i.it_before == 0 && comes_to_refused(mpu, pc, is_privileged(m_cpu))) {
        return {fetch_fault::cause::code_ahead, 0};
    }
    return {fetch_fault::cause::refused, status.value_or(fault_status::background)};
}

std::optional<address_translation::found_fault> fault_finder::of_access(const instruction& i) {
    if (address_translation* const translation = m_cpu.translation()) {
        auto fault = m_meter.fault_of(i);
        if (!fault) { // as above
            translation->forget();
            fault = m_meter.fault_of(i);
        }
        return fault;
    }
    return fault_by_protection(i, m_cpu.read_protection(), m_cpu,
                               is_privileged(m_cpu) && !accesses_as_user(i))
        .value_or(address_translation::found_fault{0, 0});
}

std::uint32_t fault_finder::status_of(const instruction& i, std::uint32_t status) const {
    const bool has_store_bit = m_core.unaligned != unaligned_rule::ignores; // since ARMv6
    const bool is_store = has_store_bit && i.reads == 0;                    // SWP loads first
    return status | (is_store ? fault_status::is_store : 0);
}

} // namespace platform::iss
