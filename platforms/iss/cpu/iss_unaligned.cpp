// SPDX-License-Identifier: Apache-2.0
// Loads and stores that are not aligned, where the CPU does not just do them.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>

#include <algorithm>
#include <optional>

namespace platform::iss {

namespace {

/// Which item of a load or store a core register is. ARM and Thumb instructions of 16 bits: those
/// of the CPUs that ignore low bits.
std::optional<unsigned> item_of(const instruction& i, unsigned reg) {
    const auto in_list = [&](std::uint32_t list) -> std::optional<unsigned> {
        if (reg > 15 || (list >> reg & 1U) == 0) {
            return std::nullopt;
        }
        unsigned lower = 0;
        for (unsigned n = 0; n < reg; ++n) {
            lower += list >> n & 1U;
        }
        return lower;
    };
    const auto is_single = [&](unsigned transferred) -> std::optional<unsigned> {
        const unsigned count = i.is_doubleword ? 2 : 1;
        return reg - transferred < count ? std::optional(reg - transferred) : std::nullopt;
    };
    if (!i.is_thumb) {
        switch (i.encoding >> 25U & 7U) {
        case 4: return i.encoding >> 28U == 0xF ? std::nullopt : in_list(i.encoding & 0xFFFFU);
        case 6: return std::nullopt; // of a coprocessor
        default: return is_single(i.encoding >> 12U & 0xFU);
        }
    }
    switch (i.encoding >> 12U & 0xFU) {
    case 0xC: return in_list(i.encoding & 0xFFU);
    case 0xB: return std::nullopt; // PUSH, POP: not their base
    case 0x9:
    case 0x4: return is_single(i.encoding >> 8U & 7U);
    default: return is_single(i.encoding & 7U);
    }
}

} // namespace

void iss_cpu::act_on_unaligned(const instruction& i) {
    const auto reg = [this](unsigned n) { return m_engine.reg(n); };
    const std::uint32_t address = address_of(i, reg, (m_engine.cpsr() & psr::carry) != 0);
    m_pc = i.pc;
    if (m_meter.alignment() == alignment_policy::ignores && !i.is_exclusive) {
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
    const bool has_store_bit = m_core.unaligned != unaligned_rule::ignores; // since ARMv6
    const bool is_store = i.reads == 0 && has_store_bit;
    take_data_abort(i, fault_status::alignment | (is_store ? fault_status::is_store : 0), address,
                    "alignment fault at " + hex_text(address) + access_text(i));
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
    constexpr std::uint32_t least_page = 1024;
    const auto last_page = [bytes](std::uint32_t first) {
        return (first + static_cast<std::uint32_t>(bytes) - 1U) / least_page;
    };
    const bool has_base = i.address.base < 15 && i.address.index != i.address.base;
    if (has_base && last_page(address) != last_page(aligned)) { // who knows what is there
        execute_with_aligned_base(i, address, address - aligned);
        return;
    }
    std::vector<std::uint8_t> at_place(bytes);
    std::vector<std::uint8_t> at_aligned(bytes);
    const bool is_memory = m_engine.read(address, at_place.data(), bytes) &&
                           m_engine.read(aligned, at_aligned.data(), bytes);
    if (is_memory && i.reads != 0) {
        std::vector<std::uint8_t> loaded = at_aligned;
        if (i.may_rotate()) {
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

/// The same where the place itself reaches into another page: the base is aligned for as long.
/// \param excess low bits that the CPU ignores
void iss_cpu::execute_with_aligned_base(const instruction& i, std::uint32_t address,
                                        std::uint32_t excess) {
    const unsigned base = i.address.base;
    const std::uint32_t value = m_engine.reg(base);
    const std::optional<unsigned> item_of_base = item_of(i, base);
    m_engine.set_reg(base, value - excess);
    const engine_stop stop = step(i);
    const bool is_done = stop.reason == stop_reason::asked && stop.pc != i.pc;
    if (!is_done || i.reads == 0 || !item_of_base) { // written back or not
        m_engine.set_reg(base, m_engine.reg(base) + excess);
    }
    if (is_done && i.writes != 0 && item_of_base) {
        const std::uint32_t at = address - excess + *item_of_base * i.item_bytes;
        m_engine.write(at, &value, i.item_bytes);
    }
    if (is_done && i.may_rotate()) {
        for (unsigned n = 0; n < 15; ++n) {
            if (item_of(i, n)) {
                const std::uint32_t word = m_engine.reg(n);
                const unsigned right = 8 * (address & 3U);
                m_engine.set_reg(n, right == 0 ? word : word >> right | word << (32 - right));
            }
        }
    }
    go_on_after(i, stop);
}

} // namespace platform::iss
