// SPDX-License-Identifier: Apache-2.0
// How a basic block is made from the code in memory: where it is to be split, and what there is to
// do before and after it.
#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>
#include <iss/meter/block_table.h>

#include <algorithm>
#include <array>

namespace platform::iss {

namespace {

/// More than any budget.
constexpr std::int64_t beyond_every_budget = std::int64_t{1} << 40;
constexpr std::uint8_t stack_pointer = 13;

/// The bytes that can be read of an instruction, which has 4 or 2; 0: none.
template <class Read>
std::size_t longest_read(const Read& read) {
    return read(4) ? 4 : read(2) ? 2 : 0;
}

/// The instructions of 16 bits that came with Thumb-2: CBZ, CBNZ, IT and the hints.
constexpr bool is_of_thumb2(std::uint32_t halfword) {
    return (halfword & 0xF500U) == 0xB100U || (halfword & 0xFF00U) == 0xBF00U;
}

/// A store of Thumb-2 whose base is PC.
constexpr bool is_store_by_pc(const instruction& i) {
    return i.is_thumb && i.bytes == 4 && (i.encoding & 0xFF1F'0000U) == 0xF80F'0000U;
}

/// SRS of Thumb-2.
constexpr bool is_store_of_return_state(const instruction& i) {
    return i.is_thumb && (i.encoding & 0xFE5F'FFE0U) == 0xE80D'C000U;
}

/// An interrupt that comes before it is to be taken before it.
bool may_mask_interrupts(const instruction& i) {
    switch (i.kind) {
    case instruction_class::supervisor_call:
    case instruction_class::breakpoint:
    case instruction_class::undefined: return true;
    default: return i.writes_status;
    }
}

/// Whether Unicorn loses ITSTATE after it: where it ends a block after it in an IT block, too, or
/// has noted ITSTATE before it, and never again.
bool loses_it_state(const instruction& i) {
    switch (i.kind) {
    case instruction_class::status_write:
    case instruction_class::coprocessor_read:
    case instruction_class::coprocessor_write:
    case instruction_class::coprocessor_pair_write:
    case instruction_class::coprocessor_other: return true;
    default: return i.barrier == barrier_kind::isb || is_store_of_return_state(i);
    }
}

} // namespace

bool block_table::checks_address(const instruction& i) const {
    if (!needs_look(i, m_alignment)) {
        return false;
    }
    const addressing& a = i.address;
    const std::uint32_t unit = alignment_unit(i, m_alignment);
    // What is known of PC and SP is that they are multiples of 4.
    const bool keeps_alignment = a.index == no_register && unit <= 4 &&
                                 (static_cast<std::uint32_t>(a.displacement) & (unit - 1)) == 0;
    const bool is_aligned_base = a.base == 15 || (a.base == stack_pointer && m_trusts_stack);
    return !(keeps_alignment && is_aligned_base);
}

bool block_table::checks_divisor(const instruction& i) const {
    return m_division_traps && i.kind == instruction_class::divide;
}

bool block_table::is_undefined_here(const instruction& i) const {
    return is_missing(i) || is_store_by_pc(i);
}

/// Of Thumb-2, which the core does not have.
bool block_table::is_missing(const instruction& i) const {
    return i.is_thumb && i.bytes == 2 && !m_core.has_thumb2 && is_of_thumb2(i.encoding);
}

bool block_table::is_for_host(const instruction& i, std::uint8_t it_before) const {
    return m_is_trap(i) || is_undefined_here(i) || (it_before == 0 && is_it_for_host(i));
}

/// Whether what somebody counts depends on its condition.
bool block_table::looks_at_condition(const instruction& i) const {
    return depends_on_condition(i, m_core) &&
           (!m_wanted || i.is_exception_return() ||
            (counts_of(i, m_core).when_passed.kinds() & *m_wanted) != 0);
}

/// Whether the meter, or the CPU, wants to be asked before it, whatever somebody counts.
bool block_table::begins_block(const instruction& i, std::uint8_t it_before) const {
    return may_mask_interrupts(i) || i.is_store_exclusive || (i.is_endless && it_before == 0) ||
           checks_address(i) || checks_divisor(i) || is_for_host(i, it_before);
}

bool block_table::may_pause_before(const instruction& i) const {
    return begins_block(i, 0) || i.pc % block_page_bytes == 0;
}

bool block_table::may_pause_after(const instruction& i) const {
    return i.writes_pc() || i.writes_status || ends_block(i);
}

/// Whether what it does has to be seen before the next one executes.
bool block_table::ends_block(const instruction& i) const {
    if (i.may_unalign_stack && m_trusts_stack) {
        return true;
    }
    if (!has_effect_after(i, m_core)) {
        return false;
    }
    const bool is_for_caches =
        i.kind == instruction_class::preload ||
        (m_core.find_write(i) != nullptr && !changes_translation(m_core.find_write(i)->operation));
    return m_has_caches || !is_for_caches || m_core.data.fetches_are_requests;
}

std::unique_ptr<basic_block> block_table::make(std::uint32_t pc, std::uint32_t bytes,
                                               std::uint8_t it_state, bool has_passed) {
    auto block = std::make_unique<basic_block>();
    block->pc = pc;
    block->end = pc + bytes;
    block->it_before = it_state;
    block->has_passed = has_passed;
    block->is_thumb = is_thumb();
    note_code(pc, bytes);
    std::vector<std::uint8_t> code(bytes);
    if (!read_code(pc, code.data(), bytes)) {
        code.assign(bytes, 0); // the engine will fail to fetch it
    }
    for (std::uint32_t at = 0; at < bytes;) {
        const instruction i =
            decode_at(code.data() + at, bytes - at, pc + at, block->is_thumb, it_state);
        append(*block, i);
        it_state = i.it_after;
        at += i.bytes;
    }
    block->it_after = it_state;
    if (!block->instructions.empty()) {
        set_conditions(*block, block->instructions.back());
        block->may_pause_before = may_pause_before(block->instructions.front());
        block->may_pause_after = may_pause_after(block->instructions.back());
    }
    if (has_passed) {
        block->always.add(block->when_passed);
    }
    for (activity_list* list : {&block->always, &block->when_taken, &block->when_falling}) {
        list->keep(m_wanted.value_or(UINT64_MAX));
    }
    block->worst_cycles += block->always.cycles() + (has_passed ? 0 : block->when_passed.cycles()) +
                           std::max(block->when_taken.cycles(), block->when_falling.cycles());
    note_length(*block);
    return block;
}

/// Each fetch and each item may miss two lines and walk for two pages.
void block_table::note_length(const basic_block& block) {
    const timing_model& timing = m_core.timing;
    const std::uint64_t most_stalls =
        m_has_caches ? 2U * (timing.cache_miss + timing.table_walk + timing.tlb_refill + 1U) : 2U;
    // Whether the first instruction passes its condition, and so has items, is seen later.
    const instruction* const first =
        block.instructions.empty() ? nullptr : &block.instructions.front();
    const std::size_t items =
        block.items.size() + (first != nullptr ? first->reads + 0U + first->writes : 0U);
    const std::uint64_t stalls = most_stalls * (block.instructions.size() + items + 2);
    const auto itself = static_cast<std::uint64_t>(block.worst_cycles % beyond_every_budget);
    m_most_cycles = std::max(m_most_cycles, itself + stalls);
}

/// Whether it loads or stores in an IT block, after an instruction there that execution is to stop
/// before: if that fails, nothing else tells that execution has come past it.
bool block_table::is_access_after_stop(const basic_block& block, const instruction& i) {
    if (!i.accesses_memory() || i.it_before == 0) {
        return false;
    }
    const auto& all = block.instructions;
    const auto begin = std::find_if(all.rbegin(), all.rend(), [](const instruction& other) {
                           return other.it_before == 0;
                       }).base();
    if (begin == all.begin()) {
        return true; // the block is what follows a stop
    }
    return begin != all.end() && !block.stops.empty() && block.stops.back() >= begin->pc;
}

void block_table::append(basic_block& block, const instruction& i) {
    const instruction_counts counts = counts_of(i, m_core);
    const bool is_first = block.instructions.empty();
    block.always.add(counts.always);
    block.when_taken.add(counts.when_taken);
    block.when_falling.add(counts.when_falling);
    if (is_first) {
        block.first_bytes = i.bytes;
        block.when_passed = counts.when_passed;
        block.at_entry = static_cast<std::uint8_t>(
            (is_for_host(i, block.it_before) ? basic_block::is_trap : 0) |
            (looks_at_condition(i) ? basic_block::is_conditional : 0) |
            (checks_address(i) ? basic_block::checks_address : 0) |
            (checks_divisor(i) ? basic_block::checks_divisor : 0) |
            (i.is_endless && block.it_before == 0 ? basic_block::is_endless : 0));
    } else {
        const instruction& before = block.instructions.back();
        // In an IT block the instructions that fail are passed over without a word. A CPS of User
        // mode does nothing, so the engine goes on after it.
        if (begins_block(i, before.it_after) || looks_at_condition(i) || ends_block(before) ||
            before.writes_status ||
            ((block.at_end & basic_block::has_effects) != 0 && before.it_after != 0) ||
            is_access_after_stop(block, i)) {
            block.stops.push_back(i.pc);
        }
    }
    if (has_effect_after(i, m_core) && ends_block(i)) {
        block.at_end |= basic_block::has_effects;
    }
    if (i.may_unalign_stack && m_trusts_stack) {
        block.at_end |= basic_block::checks_stack;
    }
    const bool is_executed = !looks_at_condition(i) || (is_first && block.has_passed);
    // STREX is looked at afterwards, and what follows it is a block of its own.
    const bool is_exclusive = (is_first ? i : block.instructions.front()).is_store_exclusive;
    const unsigned items = is_executed && !is_exclusive ? i.reads + 0U + i.writes : 0U;
    for (unsigned item = 0; item < items; ++item) {
        block.items.push_back({static_cast<std::uint16_t>(block.instructions.size()),
                               item == 0 || i.is_swap(), items == 1 && !accesses_as_user(i)});
    }
    if (i.writes_status) {
        block.at_end |= basic_block::writes_status;
        block.worst_cycles += beyond_every_budget;
    }
    block.instructions.push_back(i);
}

/// What tells whether its last instruction has changed PC, and what there is to do to enter it.
void block_table::set_conditions(basic_block& block, const instruction& last) const {
    const bool is_known = looks_at_condition(last);
    if (last.writes_pc() && (is_known ? block.has_passed : !last.may_fall_through())) {
        block.always_changes_pc = true;
    } else if (last.writes_pc() && !is_known && (!last.has_label() || last.goes_to_next)) {
        block.at_end |= basic_block::asks_condition;
    }
    if (last.is_exception_return()) {
        block.at_end |= basic_block::returns;
    } else if (last.writes_pc() && last.it_after != 0) {
        block.at_end |= basic_block::leaves_it_block;
    }
    if (m_core.return_stack_entries != 0 && last.is_call()) {
        block.at_end |= basic_block::calls;
    } else if (is_predicted_by_stack(last, m_core)) {
        block.at_end |= basic_block::asks_stack;
        block.worst_cycles += m_core.timing.mispredicted;
    }
    if (!block.stops.empty()) {
        block.at_entry |= basic_block::has_stops;
        block.first_stop = block.stops.front();
    }
}

/// As decoder::decode(), but what the core does not have is undefined.
instruction block_table::decode(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                                bool is_thumb, std::uint8_t it_state) const {
    instruction i = m_decoder.decode(code, available, pc, is_thumb, it_state);
    if (is_missing(i)) {
        const std::uint32_t halfword = i.encoding;
        i = {};
        i.pc = pc;
        i.bytes = 2;
        i.is_thumb = true;
        i.encoding = halfword;
    }
    return i;
}

/// The same. The halves of a BL or BLX of Thumb-1 may lie in two blocks.
instruction block_table::decode_at(const std::uint8_t* code, std::size_t available,
                                   std::uint32_t pc, bool is_thumb, std::uint8_t it_state) const {
    instruction i = decode(code, available, pc, is_thumb, it_state);
    if (is_thumb && !m_core.has_thumb2 && available == 2 && i.bytes == 4) {
        const std::uint32_t halfword = code[0] | static_cast<std::uint32_t>(code[1]) << 8U;
        const bool is_bl = halfword >> 11U == 0x1FU;
        const bool is_blx = halfword >> 11U == 0x1DU;
        i.bytes = 2;
        i.encoding = halfword;
        i.links = is_bl;
        i.kind = is_bl || is_blx ? instruction_class::branch : instruction_class::data_processing;
        i.pc_by = is_bl ? pc_writer::label : is_blx ? pc_writer::label_exchange : pc_writer::none;
    }
    return i;
}

/// Whether this is an IT before an instruction that the host executes, or may have to after another
/// in the block, or before which an interrupt may have to be taken, or after which ITSTATE is
/// lost. An engine cannot stop inside an IT block, so it has to stop before.
bool block_table::is_it_for_host(const instruction& it) const {
    std::uint8_t it_state = it.it_after; // 0: it is none
    for (std::uint32_t pc = it.end(); it_state != 0;) {
        std::array<std::uint8_t, 4> code{};
        const std::size_t available =
            longest_read([&](std::uint32_t bytes) { return read_code(pc, code.data(), bytes); });
        const instruction i = decode(code.data(), available, pc, true, it_state);
        if (m_is_trap(i) || checks_address(i) || checks_divisor(i) || may_mask_interrupts(i) ||
            (i.may_unalign_stack && m_trusts_stack) || loses_it_state(i)) {
            return true;
        }
        it_state = i.it_after;
        pc = i.end();
    }
    return false;
}

instruction block_table::instruction_at(std::uint32_t pc, bool is_thumb,
                                        std::uint8_t it_state) const {
    std::array<std::uint8_t, 4> code{};
    const std::size_t available =
        longest_read([&](std::uint32_t bytes) { return m_code.read(pc, code.data(), bytes); });
    return decode(code.data(), available, pc, is_thumb, it_state);
}

std::uint32_t block_table::thumb_bytes_at(std::uint32_t pc) const {
    std::array<std::uint8_t, 2> first_halfword{};
    read_code(pc, first_halfword.data(), 2);
    return first_halfword[1] >= 0xE8U ? 4 : 2;
}

/// What the engine executes at an address: blocks are made after it has translated them, and may
/// have been written over since.
bool block_table::read_code(std::uint32_t pc, std::uint8_t* code, std::uint32_t bytes) const {
    const std::uint32_t offset = pc - m_translated_pc;
    if (offset < m_translated.size() && bytes <= m_translated.size() - offset) {
        std::copy_n(m_translated.begin() + offset, bytes, code);
        return true;
    }
    return m_code.read(pc, code, bytes);
}

} // namespace platform::iss
