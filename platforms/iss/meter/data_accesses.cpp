// SPDX-License-Identifier: Apache-2.0
// The data accesses of the current block: which instruction makes which, and what they count.
#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>
#include <iss/meter/execution_meter.h>

#include <algorithm>

namespace platform::iss {

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
    activity_counts& into =
        item.instruction < m_details.size() ? m_details[item.instruction] : m_dynamic;
    const std::uint64_t cycles = into.cycles();
    access_item(by, item.is_first, address, bytes, is_write, false, into);
    m_budget -= static_cast<std::int64_t>(into.cycles() - cycles);
}

/// \param is_first of that instruction, or of what SWP stores
void execution_meter::access_item(const instruction& by, bool is_first, std::uint32_t address,
                                  std::uint32_t bytes, bool is_write, bool is_device,
                                  activity_counts& into) {
    const std::uint32_t unit = by.item_bytes;
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
    }
    if (alignment() == alignment_policy::ignores) {
        address &= ~(unit - 1);
        const bool is_upper_word = (address & 4U) != 0;
        if (by.is_doubleword && is_first == is_upper_word) {
            address -= 4; // the two are one doubleword
        }
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
    if (enter_rest(by.pc, rest) == entry::look) {
        look_at_flags(cpsr);
    }
    pass_item(bytes);
}

void execution_meter::access_device(const instruction* by, std::uint32_t address,
                                    std::uint32_t bytes, bool is_write) {
    if (by != nullptr) {
        access_item(*by, m_is_located_first || by->is_swap(), address - m_located_offset, bytes,
                    is_write, true, m_details.empty() ? m_dynamic : m_details[0]);
    }
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
        std::uint32_t end = first + length;
        if (!is_write) { // an item that is not aligned is loaded by two that are
            first &= ~(i.item_bytes - 1U);
            end = (end + i.item_bytes - 1U) & ~(i.item_bytes - 1U);
        }
        if ((is_write ? i.writes : i.reads) != 0 && condition_holds(i.condition, cpsr) &&
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

bool execution_meter::is_privileged(const instruction& i) const {
    return (m_cpu.cpsr() & psr::mode) != psr::user_mode && !accesses_as_user(i);
}

/// An instruction that is aborted counts nothing, whatever it has accessed before: so its first
/// item tells. \param address of that
bool execution_meter::is_aborted(const instruction& by, std::uint32_t address) {
    if (m_translation == nullptr || !m_translation->is_on()) {
        return false;
    }
    const std::uint32_t bytes = std::max(by.reads, by.writes) * 1U * by.item_bytes;
    const bool is_privileged = this->is_privileged(by);
    const auto faults = [&](access_type type) {
        return m_translation->first_fault(address, bytes, type, is_privileged).has_value();
    };
    return (by.reads != 0 && faults(access_type::load)) ||
           (by.writes != 0 && faults(access_type::store));
}

std::optional<address_translation::found_fault>
execution_meter::fault_of(const instruction& i) const {
    const std::uint32_t cpsr = m_cpu.cpsr();
    if (m_translation == nullptr || !i.accesses_memory()) {
        return std::nullopt;
    }
    const auto reg = [this](unsigned n) { return m_cpu.reg(n); };
    std::uint32_t address = address_of(i, reg, (cpsr & psr::carry) != 0);
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
    const auto reg = [this](unsigned n) { return m_cpu.reg(n); };
    const std::uint32_t first = address_of(i, reg, (m_cpu.cpsr() & psr::carry) != 0);
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
    const auto all = candidates(address, is_write, read_register, cpsr);
    if (all.empty()) {
        return nullptr;
    }
    // An instruction that accesses several items, then one after the latest, then any.
    const auto goes_on = [this, address](const place& p) {
        return p.what->pc == m_located_pc && address == m_located_next && m_located_left != 0;
    };
    const auto is_after = [this](const place& p) { return p.what->pc > m_located_pc; };
    auto found = std::find_if(all.begin(), all.end(), goes_on);
    const bool is_next_item = found != all.end();
    if (!is_next_item) {
        found = std::find_if(all.begin(), all.end(), is_after);
    }
    const place& likeliest = *(found != all.end() ? found : all.begin());
    const instruction& i = *likeliest.what;
    m_located_offset = likeliest.to_physical;
    m_is_located_first = !is_next_item;
    const std::uint32_t left =
        is_next_item ? m_located_left : std::max(i.reads, i.writes) * 1U * i.item_bytes;
    m_located_left = left - std::min(left, bytes);
    m_located_pc = i.pc;
    m_located_next = address + bytes;
    return &i;
}

} // namespace platform::iss
