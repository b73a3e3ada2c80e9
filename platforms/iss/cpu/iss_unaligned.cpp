// SPDX-License-Identifier: Apache-2.0
// Loads and stores that are not aligned, where the CPU does not just do them.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>

#include <algorithm>

namespace platform::iss {

namespace {} // namespace

void iss_cpu::act_on_unaligned(const instruction& i) {
    const auto reg = [this](unsigned n) { return m_engine.reg(n); };
    const std::uint32_t address = address_of(i, reg, (m_engine.cpsr() & psr::carry) != 0);
    m_pc = i.pc;
    if (m_meter.alignment() == alignment_policy::ignores) {
        if (i.is_swap()) {
            execute_unaligned_swap(i, address);
        } else {
            execute_unaligned(i, address);
        }
        return;
    }
    if (is_preceded_by_interrupt()) {
        return;
    }
    m_meter.fetch_unexecuted(i);
    m_meter.add(activity::activity_kind::unaligned_access, 1);
    const bool has_store_bit = m_core.unaligned != unaligned_rule::ignores; // since ARMv6
    const bool is_store = i.reads == 0 && has_store_bit;
    take_data_abort(i.pc, fault_status::alignment | (is_store ? fault_status::is_store : 0),
                    address, "alignment fault at " + hex_text(address));
}

/// The CPU accesses the aligned word and rotates what it loads. The engine wants the address to be
/// aligned, so for as long it is: no other register of SWP may be its base.
void iss_cpu::execute_unaligned_swap(const instruction& i, std::uint32_t address) {
    const unsigned base = i.address.base;
    const unsigned loaded = i.encoding >> 12U & 15U;
    m_engine.set_reg(base, address & ~3U);
    const engine_stop stop = step(i);
    const std::uint32_t word = m_engine.reg(loaded);
    m_engine.set_reg(base, address);
    if (stop.reason == stop_reason::asked && stop.pc == i.end()) {
        const unsigned right = 8 * (address & 3U); // not 0
        m_engine.set_reg(loaded, word >> right | word << (32 - right));
    }
    go_on_after(i, stop);
}

/// The CPU accesses the aligned place, and LDR rotates what it loads. The engine accesses the place
/// itself: what the CPU would load is put there for as long, and what it stores is
/// brought to where it belongs.
void iss_cpu::execute_unaligned(const instruction& i, std::uint32_t address) {
    const std::uint32_t unit = alignment_unit(i, m_meter.alignment());
    const std::uint32_t aligned = address & ~(unit - 1);
    const std::size_t bytes = std::size_t{std::max(i.reads, i.writes)} * i.item_bytes;
    std::vector<std::uint8_t> at_place(bytes);
    std::vector<std::uint8_t> at_aligned(bytes);
    const bool is_memory = m_engine.read(address, at_place.data(), bytes) &&
                           m_engine.read(aligned, at_aligned.data(), bytes);
    if (is_memory && i.reads != 0) {
        std::vector<std::uint8_t> loaded = at_aligned;
        if (i.reads == 1 && i.item_bytes == 4 && !i.is_load_multiple) {
            std::rotate(loaded.begin(), loaded.begin() + (address & 3U), loaded.end());
        }
        m_engine.put(address, loaded.data(), bytes);
    }
    m_meter.excuse(i.pc);
    const engine_stop stop = step(i);
    m_meter.excuse(1);
    if (is_memory) {
        std::vector<std::uint8_t> left(bytes);
        m_engine.read(address, left.data(), bytes);
        m_engine.put(address, at_place.data(), bytes);
        if (i.writes != 0) {
            m_engine.write(aligned, left.data(), bytes);
        }
    }
    go_on_after(i, stop);
}

} // namespace platform::iss
