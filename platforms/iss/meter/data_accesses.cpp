// SPDX-License-Identifier: Apache-2.0
// The data accesses of the current block: which instruction makes which, and what they count.
#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>
#include <iss/meter/execution_meter.h>

#include <algorithm>

namespace platform::iss {

std::uint32_t execution_meter::address_of_next_item(std::uint32_t physical) {
    const std::vector<block_item>& items = m_current->items;
    if (m_next_item < items.size()) {
        const block_item& item = items[m_next_item];
        const std::uint32_t address =
            address_of_access(m_current->instructions[item.instruction], physical);
        if (item.is_first || address != physical) { // else it may have loaded its base
            m_to_address = address - physical;
        }
    }
    return physical + m_to_address;
}

void execution_meter::access(std::uint32_t address, std::uint32_t bytes, bool is_write) {
    const std::vector<block_item>& items = m_current->items;
    if (m_next_item >= items.size()) {
        return; // of STREX, which is looked at afterwards
    }
    const block_item item = items[m_next_item];
    pass_item(bytes);
    const instruction& by = m_current->instructions[item.instruction];
    if (item.instruction == m_aborted || (item.is_first && is_aborted(by, address))) {
        m_aborted = item.instruction; // it counts nothing
        return;
    }
    if (item.is_usual && m_memory.lacks_data_page(address)) {
        know_data_page(address);
    }
    m_held_pc = by.pc;
    m_held_at = item.instruction;
    m_is_held_of_device = false;
    access_item(by, item.is_first, address, bytes, is_write, false, m_held);
}

/// From its next access on the page needs no look.
void execution_meter::know_data_page(std::uint32_t address) {
    const bool is_privileged = m_mode != psr::user_mode;
    const auto may = [&](access_type type) {
        return !m_translation->first_fault(address, 1, type, is_privileged);
    };
    m_memory.know_data_page(address, may(access_type::load), may(access_type::store));
}

/// Where it loads or stores now. To ask for the flags takes time.
std::uint32_t execution_meter::address_now(const instruction& i) const {
    const auto reg = [this](unsigned n) { return m_cpu.reg(n); };
    const bool needs_carry = i.address.shift == addressing::shift_kind::rrx;
    return address_of(i, reg, needs_carry && (m_cpu.cpsr() & psr::carry) != 0);
}

/// Execution has stopped before the instruction at pc. If that has accessed something, it is
/// aborted: only the cycles have passed.
void execution_meter::drop_held(std::uint32_t pc) {
    if (m_held_pc == pc && (m_next_item != 0 || m_is_held_of_device)) {
        m_aborted_cycles += m_held.cycles();
        m_held.clear();
    }
}

void execution_meter::abort_access(const instruction& i) {
    m_located_left = 0;
    fetch_unexecuted(i);
    const std::uint32_t address = address_now(i);
    add(activity::activity_kind::unaligned_access,
        i.accesses_memory() && (address & (i.item_bytes - 1U)) != 0 ? 1 : 0);
}

/// \param is_first of that instruction, or of what SWP stores
void execution_meter::access_item(const instruction& by, bool is_first, std::uint32_t address,
                                  std::uint32_t bytes, bool is_write, bool is_device,
                                  activity_counts& into) {
    const std::uint32_t unit = by.item_bytes;
    bool ignores_low_bits = alignment() == alignment_policy::ignores;
    if (is_first) {
        m_memory.begin_instruction();
        const bool is_begun = by.is_swap() && is_write;
        if (!is_begun && (address & (unit - 1)) != 0) {
            into.add(activity::activity_kind::unaligned_access);
        }
        const memory_kind kind = m_memory.kind_at(address, is_device);
        const bool drains =
            (kind == memory_kind::strongly_ordered && m_core.data.device_drains) ||
            (by.is_swap() && m_core.data.uncached_swap_drains && !m_memory.is_cached(kind));
        into.add(activity::activity_kind::write_buffer_drained, drains && !is_begun ? 1 : 0);
        ignores_low_bits = ignores_low_bits || platform::iss::is_device(kind);
    }
    if (ignores_low_bits) {
        address &= ~(unit - 1);
    }
    const bool is_upper_word = (address & 4U) != 0;
    if (alignment() == alignment_policy::ignores && by.is_doubleword && is_first == is_upper_word) {
        address -= 4; // the two are one doubleword
    }
    for (std::uint32_t done = 0; done < bytes; done += 4) {
        m_memory.access(address + done, std::min(bytes - done, 4U), is_write, is_device, into);
    }
}

std::uint32_t execution_meter::come_to_device(const instruction& by) {
    if (by.pc == m_current->pc) {
        return 0;
    }
    const std::uint32_t rest = m_current->end - by.pc;
    m_is_anew = false;
    leave(by.pc);
    return rest;
}

void execution_meter::enter_device(const instruction& by, std::uint32_t rest, std::uint32_t bytes,
                                   std::uint32_t cpsr) {
    set_budget(INT64_MAX); // nobody can stop here
    entry verdict = enter_rest(by.pc, rest);
    if (verdict == entry::boundary) { // it is longer than somebody has reckoned with
        verdict = enter_rest(by.pc, rest);
    }
    if (verdict == entry::look) {
        look_at_flags(cpsr);
    }
    pass_item(bytes);
}

void execution_meter::access_device(const instruction* by, std::uint32_t address,
                                    std::uint32_t bytes, bool is_write) {
    if (by == nullptr || by->is_store_exclusive) { // finish() knows whether that stores
        return;
    }
    m_held_pc = by->pc;
    m_held_at = 0;
    m_is_held_of_device = true;
    access_item(*by, m_is_located_first || by->is_swap(),
                address - m_located_offset + m_located_excess, bytes, is_write, true, m_held);
}

std::vector<execution_meter::place>
execution_meter::candidates(std::uint32_t address, bool is_write,
                            const std::function<std::uint32_t(unsigned)>& read_register,
                            std::uint32_t cpsr) const {
    std::vector<place> found;
    std::uint8_t it_state = m_current->it_before;
    const auto& stops = m_current->stops;
    for (const instruction& i : m_current->instructions) {
        const std::uint32_t length = std::max(i.reads, i.writes) * 1U * i.item_bytes;
        std::uint32_t first = address_of(i, read_register, (cpsr & psr::carry) != 0);
        const std::uint32_t end = first + length;
        if (!is_write) { // an item that is not aligned is loaded by two that are
            first &= ~(i.item_bytes - 1U);
        }
        // The engine loads what STREX stores to: whether it is still what LDREX has loaded.
        const bool loads = i.reads != 0 || i.is_store_exclusive;
        if ((is_write ? i.writes != 0 : loads) && condition_holds(i.condition, cpsr) &&
            std::find(stops.begin(), stops.end(), i.pc) == stops.end()) { // split() would be first
            if (const auto at = address_in(first, end, address)) {
                found.push_back({&i, it_state, address - *at});
            }
        }
        it_state = i.it_after;
    }
    return found;
}

/// \return the address in [first, end) that leads to a physical one; nothing: there is none
std::optional<std::uint32_t> execution_meter::address_in(std::uint32_t first, std::uint32_t end,
                                                         std::uint32_t physical) const {
    if (m_translation == nullptr || !m_translation->is_on()) {
        return physical - first < end - first ? std::optional(physical) : std::nullopt;
    }
    constexpr std::uint32_t piece = 1024; // no page is smaller
    for (std::uint32_t at = first; at - first < end - first;) {
        const std::uint32_t next = (at / piece + 1) * piece;
        const std::uint32_t length = std::min(next - at, end - at);
        const auto begin = m_translation->physical(at);
        if (begin && physical - *begin < length) {
            return at + (physical - *begin);
        }
        at += length;
    }
    return std::nullopt;
}

bool execution_meter::is_misaligned(const instruction& i) const {
    if (!m_blocks.checks_address(i) ||
        (i.is_conditional() && !condition_holds(i.condition, m_cpu.cpsr()))) {
        return false;
    }
    return (address_now(i) & (alignment_unit(i, alignment()) - 1)) != 0;
}

bool execution_meter::divides_by_zero(const instruction& i) const {
    if (!m_blocks.checks_divisor(i) || !condition_holds(i.condition, m_cpu.cpsr())) {
        return false;
    }
    return m_cpu.reg(i.is_thumb ? i.encoding & 0xFU : i.encoding >> 8U & 0xFU) == 0;
}

bool execution_meter::is_privileged(const instruction& i) const {
    return m_mode != psr::user_mode && !accesses_as_user(i);
}

/// An instruction that is aborted counts nothing, whatever it has accessed before: so its first
/// item tells. \param address of that
bool execution_meter::is_aborted(const instruction& by, std::uint32_t address) {
    if (m_translation == nullptr || !m_translation->is_on()) {
        return false;
    }
    const std::uint32_t bytes = std::max(by.reads, by.writes) * 1U * by.item_bytes;
    if (!accesses_as_user(by) &&
        m_memory.may_access(address, bytes, by.reads != 0, by.writes != 0)) {
        return false;
    }
    const bool is_privileged = this->is_privileged(by);
    const auto faults = [&](access_type type) {
        return m_translation->first_fault(address, bytes, type, is_privileged).has_value();
    };
    return (by.reads != 0 && faults(access_type::load)) ||
           (by.writes != 0 && faults(access_type::store));
}

std::optional<address_translation::found_fault>
execution_meter::fault_of(const instruction& i) const {
    if (m_translation == nullptr || !i.accesses_memory()) {
        return std::nullopt;
    }
    std::uint32_t address = address_now(i);
    if (alignment() == alignment_policy::ignores) {
        address &= ~(alignment_unit(i, alignment()) - 1);
    }
    const std::uint32_t bytes = std::max(i.reads, i.writes) * 1U * i.item_bytes;
    const bool has_store_bit = m_core.unaligned != unaligned_rule::ignores; // since ARMv6
    for (const access_type type : {access_type::load, access_type::store}) {
        const bool is_store = type == access_type::store;
        if ((is_store ? i.writes : i.reads) == 0) {
            continue;
        }
        if (auto found = m_translation->first_fault(address, bytes, type, is_privileged(i))) {
            found->status |= is_store && has_store_bit ? fault_status::is_store : 0;
            return found;
        }
    }
    return std::nullopt;
}

std::uint32_t execution_meter::address_of_access(const instruction& i,
                                                 std::uint32_t physical) const {
    const std::uint32_t first = address_now(i);
    const std::uint32_t bytes = std::max(i.reads, i.writes) * 1U * i.item_bytes;
    return address_in(first & ~3U, ((first + bytes - 1U) | 3U) + 1U, physical).value_or(physical);
}

std::vector<std::uint8_t> execution_meter::code() const {
    std::vector<std::uint8_t> bytes;
    const auto append = [&bytes](std::uint32_t value, unsigned count) {
        for (unsigned n = 0; n < count; ++n) {
            bytes.push_back(static_cast<std::uint8_t>(value >> 8U * n));
        }
    };
    for (const instruction& i : m_current->instructions) {
        if (i.is_thumb && i.bytes == 4) {
            append(i.encoding >> 16U, 2);
            append(i.encoding, 2);
        } else {
            append(i.encoding, i.bytes);
        }
    }
    return bytes;
}

const instruction*
execution_meter::locate(std::uint32_t address, std::uint32_t bytes, bool is_write,
                        const std::function<std::uint32_t(unsigned)>& read_register,
                        std::uint32_t cpsr) {
    // An instruction that accesses several items, then one after the latest, then any.
    const bool may_go_on =
        m_located_left != 0 && address == m_located_next && address != m_located_end;
    if (const instruction* by = may_go_on ? current_instruction(m_located_pc) : nullptr) {
        take_piece(*by, address, bytes, is_write);
        return by;
    }
    settle();
    const auto all = candidates(address, is_write, read_register, cpsr);
    if (all.empty()) {
        m_located_left = 0;
        m_piece = {true, false, address, bytes, 0, 0};
        return nullptr;
    }
    const auto found = std::find_if(all.begin(), all.end(),
                                    [this](const place& p) { return p.what->pc > m_located_pc; });
    const place& likeliest = *(found != all.end() ? found : all.begin());
    const instruction& by = *likeliest.what;
    begin_piece(by, address_of(by, read_register, (cpsr & psr::carry) != 0), likeliest.to_physical,
                is_write);
    take_piece(by, address, bytes, is_write);
    return &by;
}

/// The engine is about to access the first item of an instruction, or a piece of it. A load that is
/// not aligned becomes two that are, a store becomes bytes.
void execution_meter::begin_piece(const instruction& by, std::uint32_t first,
                                  std::uint32_t to_physical, bool is_write) {
    const std::uint32_t unit = by.item_bytes;
    const std::uint32_t length = std::max(by.reads, by.writes) * 1U * unit;
    const bool stores_again = by.is_swap() || by.is_store_exclusive;
    m_piece.low = first & (unit - 1);
    m_piece.is_split = m_piece.low != 0;
    m_located_pc = by.pc;
    m_located_offset = to_physical;
    m_located_first = first + to_physical;
    m_located_end = m_located_first + length;
    m_located_done = 0;
    m_located_again = stores_again ? length : 0;
    m_located_left = length * (stores_again || (m_piece.is_split && !is_write) ? 2 : 1);
    const bool ignores = alignment() == alignment_policy::ignores;
    m_located_excess = first & ((ignores ? alignment_unit(by, alignment()) : unit) - 1);
}

/// It accesses that, and the next one where it tells.
void execution_meter::take_piece(const instruction& by, std::uint32_t address, std::uint32_t bytes,
                                 bool is_write) {
    const std::uint32_t unit = by.item_bytes;
    const std::uint32_t pieces = !m_piece.is_split ? 1 : is_write ? unit : 2;
    m_piece.begins = m_located_done == 0;
    m_piece.number = m_located_done % pieces;
    m_piece.bytes = m_piece.is_split ? unit : bytes;
    if (m_piece.number == 0) { // the engine has left out the low bits of a load
        const bool is_cut = m_piece.is_split && !is_write;
        m_piece.item = address - m_located_excess + (is_cut ? m_piece.low : 0);
    }
    m_is_located_first = m_located_done < pieces;
    ++m_located_done;
    m_located_left -= std::min(m_located_left, bytes);
    if (m_located_left == m_located_again) {
        m_located_next = m_located_first;
    } else if (m_piece.is_split && !is_write && m_piece.number == 1) {
        m_located_next = address; // where the next item begins
    } else {
        m_located_next = address + bytes;
    }
}

} // namespace platform::iss
