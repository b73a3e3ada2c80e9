// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/block_table.h>

#include <iss/decode/psr.h>

#include <algorithm>
#include <iterator>

namespace platform::iss {

block_table::block_table(const core_model& core, bool has_caches, guest_memory& code,
                         const cpu_view& cpu, trap_filter is_trap)
    : m_core(core), m_has_caches(has_caches), m_code(code), m_cpu(cpu),
      m_is_trap(std::move(is_trap)), m_recent(slots, &m_nowhere) {
    m_nowhere.pc = 1; // odd
}

basic_block* block_table::find_or_make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state,
                                       std::uint32_t to_physical) {
    block_list& blocks = m_blocks[pc];
    const bool thumb = is_thumb();
    auto found = std::find_if(blocks.begin(), blocks.end(), [&](const auto& b) {
        return b->end == pc + bytes && b->it_before == it_state && b->is_thumb == thumb &&
               b->to_physical == to_physical;
    });
    if (found == blocks.end()) {
        blocks.push_back(make(pc, bytes, it_state, false));
        blocks.back()->to_physical = to_physical;
        ++m_count;
        found = blocks.end() - 1;
    }
    return found->get();
}

/// Where ARM and Thumb code have been translated at one address, each entry is looked up: blocks
/// may be forgotten, and the engine still has both.
basic_block* block_table::look_up(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state) {
    basic_block* const block = find_or_make(pc, bytes, it_state);
    block->epoch = m_epoch;
    m_recent[slot_of(pc)] = has_both_states(pc) ? &m_nowhere : block;
    return block;
}

bool block_table::is_thumb() const {
    return (m_cpu.cpsr() & psr::thumb) != 0;
}

basic_block* block_table::part_of(basic_block& whole, std::uint32_t pc) {
    if (whole.part == nullptr || whole.part->end != pc) {
        basic_block* part =
            find_or_make(whole.pc, pc - whole.pc, whole.it_before, whole.to_physical);
        whole.part = whole.has_passed ? passed(*part) : part;
    }
    return whole.part;
}

basic_block* block_table::passed(basic_block& block) {
    if (block.passed == nullptr) {
        block.passed = make(block.pc, block.end - block.pc, block.it_before, true);
        block.passed->to_physical = block.to_physical;
    }
    return block.passed.get();
}

bool block_table::renew(std::uint32_t pc, std::uint32_t bytes, bool is_all) {
    const bool thumb = is_thumb();
    const std::uint32_t offset = to_physical(pc);
    bool had_any = false;
    for (std::uint32_t at = pc; at < pc + bytes; at += 2) {
        had_any = forget_at(at,
                            [=](const basic_block& b) {
                                return b.is_thumb == thumb && b.to_physical == offset;
                            }) ||
                  had_any;
    }
    note_code(pc, is_all ? bytes : 2); // make() notes the rest
    m_translated_pc = pc;
    m_translated.resize(bytes);
    if (!m_code.read(pc, m_translated.data(), bytes)) {
        m_translated.clear();
    }
    return had_any;
}

/// \return whether there was any, one that is meant or not
bool block_table::forget_at(std::uint32_t pc,
                            const std::function<bool(const basic_block&)>& is_meant) {
    const auto found = m_blocks.find(pc);
    if (found == m_blocks.end()) {
        return false;
    }
    m_recent[slot_of(pc)] = &m_nowhere;
    block_list& blocks = found->second;
    const auto kept = std::stable_partition(blocks.begin(), blocks.end(),
                                            [&](const auto& b) { return !is_meant(*b); });
    m_count -= static_cast<std::size_t>(blocks.end() - kept);
    std::move(kept, blocks.end(), std::back_inserter(m_forgotten));
    blocks.erase(kept, blocks.end());
    if (blocks.empty()) {
        m_blocks.erase(found);
    }
    return true;
}

bool block_table::forget(std::uint32_t address, std::size_t bytes) {
    const std::uint64_t end = std::uint64_t{address} + bytes;
    bool has_code = false;
    for (std::uint64_t page = address / code_page::bytes; page * code_page::bytes < end; ++page) {
        has_code = has_code || m_code_pages.count(static_cast<std::uint32_t>(page)) != 0;
    }
    if (!has_code) {
        return false;
    }
    m_translated.clear();
    const std::uint32_t before = std::min(address, m_longest);
    for (std::uint64_t at = (address - before) & ~1U; at < end; at += 2) {
        forget_at(static_cast<std::uint32_t>(at),
                  [=](const basic_block& b) { return b.end - 1 >= address; });
    }
    return true;
}

void block_table::note_code(std::uint32_t pc, std::uint32_t bytes) {
    const bool thumb = is_thumb();
    const std::uint64_t end = std::uint64_t{pc} + bytes;
    for (std::uint64_t at = pc & ~3U; at < end; at += 4) {
        code_page& page = m_code_pages[static_cast<std::uint32_t>(at / code_page::bytes)];
        (thumb ? page.in_thumb_state : page.in_arm_state).set(at % code_page::bytes / 4);
    }
    m_longest = std::max(m_longest, bytes);
}

bool block_table::has_both_states(std::uint32_t pc) const {
    const auto found = m_code_pages.find(pc / code_page::bytes);
    const std::size_t word = pc % code_page::bytes / 4;
    return found != m_code_pages.end() && found->second.in_arm_state[word] &&
           found->second.in_thumb_state[word];
}

void block_table::forget_all() {
    std::fill(m_recent.begin(), m_recent.end(), &m_nowhere);
    for (auto& [pc, blocks] : m_blocks) {
        std::move(blocks.begin(), blocks.end(), std::back_inserter(m_forgotten));
    }
    m_blocks.clear();
    m_count = 0;
}

namespace {

void call_with(basic_block& block, const std::function<void(basic_block&)>& f) {
    f(block);
    if (block.passed != nullptr) {
        f(*block.passed);
    }
}

} // namespace

void block_table::free_forgotten(const std::function<bool(const basic_block*)>& is_in_use,
                                 const std::function<void(basic_block&)>& release) {
    if (m_forgotten.empty()) {
        return;
    }
    const auto freed =
        std::stable_partition(m_forgotten.begin(), m_forgotten.end(), [&](const auto& block) {
            return is_in_use(block.get()) || is_in_use(block->passed.get());
        });
    std::for_each(freed, m_forgotten.end(), [&](auto& block) { call_with(*block, release); });
    m_forgotten.erase(freed, m_forgotten.end());
    for (const auto& block : m_forgotten) { // their parts may be gone
        block->part = nullptr;
        if (block->passed != nullptr) {
            block->passed->part = nullptr;
        }
    }
}

void block_table::for_each(const std::function<void(basic_block&)>& f) {
    for (auto& [pc, blocks] : m_blocks) {
        std::for_each(blocks.begin(), blocks.end(), [&](auto& block) { call_with(*block, f); });
    }
    std::for_each(m_forgotten.begin(), m_forgotten.end(),
                  [&](auto& block) { call_with(*block, f); });
}

bool block_table::set_control(alignment_policy policy, bool division_traps) {
    const bool is_new = policy != m_alignment || division_traps != m_division_traps;
    m_alignment = policy;
    m_division_traps = division_traps;
    return is_new;
}

bool block_table::want(std::uint64_t kinds) {
    const bool is_new = m_wanted && (kinds & ~*m_wanted) != 0;
    constexpr std::uint64_t wanted_by_cpu = activity::bit_of(activity::activity_kind::cycle) |
                                            activity::bit_of(activity::activity_kind::instruction);
    m_wanted = kinds | m_wanted.value_or(wanted_by_cpu);
    return is_new;
}

bool block_table::distrust_stack() {
    const bool is_new = m_trusts_stack;
    m_trusts_stack = false;
    return is_new;
}

} // namespace platform::iss
