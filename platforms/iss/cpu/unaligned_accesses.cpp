// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/unaligned_accesses.h>

#include <iss/decode/effective_address.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

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

/// The CPU accesses the aligned word and rotates what it loads. The engine wants the address to be
/// aligned, so for as long it is: no other register of SWP may be its base.
engine_stop unaligned_accesses::swap(const instruction& i, std::uint32_t address) {
    const unsigned base = i.address.base;
    const unsigned loaded = i.encoding >> 12U & 15U;
    m_engine.set_reg(base, address & ~3U);
    const engine_stop stop = m_step(i);
    const std::uint32_t word = m_engine.reg(loaded);
    m_engine.set_reg(base, address);
    if (stop.reason == stop_reason::asked && stop.pc == i.end()) {
        const unsigned right = 8 * (address & 3U); // not 0
        m_engine.set_reg(loaded, word >> right | word << (32 - right));
    }
    return stop;
}

/// The CPU accesses the aligned place, and LDR rotates what it loads. The engine accesses the place
/// itself: what the CPU would load is put there for as long, and what it stores is
/// brought to where it belongs.
engine_stop unaligned_accesses::transfer(const instruction& i, std::uint32_t address) {
    const std::uint32_t unit = alignment_unit(i, m_meter.alignment());
    const std::uint32_t aligned = address & ~(unit - 1);
    const std::size_t bytes = std::size_t{std::max(i.reads, i.writes)} * i.item_bytes;
    constexpr std::uint32_t least_page = 1024;
    const auto last_page = [bytes](std::uint32_t first) {
        return (first + static_cast<std::uint32_t>(bytes) - 1U) / least_page;
    };
    const bool has_base = i.address.base < 15 && i.address.index != i.address.base;
    if (has_base && last_page(address) != last_page(aligned)) { // who knows what is there
        return transfer_with_aligned_base(i, address, address - aligned);
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
    const engine_stop stop = m_step(i);
    m_meter.excuse(1);
    if (is_memory) {
        std::vector<std::uint8_t> left(bytes);
        m_engine.read(address, left.data(), bytes);
        m_engine.put(address, at_place.data(), bytes);
        if (i.writes != 0) {
            m_engine.write(aligned, left.data(), bytes);
        }
    }
    return stop;
}

/// The same where the place itself reaches into another page: the base is aligned for as long.
/// \param excess low bits that the CPU ignores
engine_stop unaligned_accesses::transfer_with_aligned_base(const instruction& i,
                                                           std::uint32_t address,
                                                           std::uint32_t excess) {
    const unsigned base = i.address.base;
    const std::uint32_t value = m_engine.reg(base);
    const std::optional<unsigned> item_of_base = item_of(i, base);
    m_engine.set_reg(base, value - excess);
    const engine_stop stop = m_step(i);
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
    return stop;
}

} // namespace platform::iss
