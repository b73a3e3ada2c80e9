// SPDX-License-Identifier: Apache-2.0
// What has been executed is handed over: all of it at once, or by instruction.
#include <iss/meter/execution_meter.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace platform::iss {

void execution_meter::drain(activity_counts& into) {
    settle();
    settle_account();
    activity_counts all;
    for (basic_block* block : m_listed) {
        const std::uint64_t gone_on = block->times_gone_on();
        const std::uint64_t changed_pc = block->times_changed_pc();
        block->always.add_to(all, gone_on + changed_pc);
        if (changed_pc != 0) {
            block->when_taken.add_to(all, changed_pc);
        }
        if (gone_on != 0) {
            block->when_falling.add_to(all, gone_on);
        }
        block->unlist();
    }
    m_listed.clear();
    m_dynamic.add(activity::activity_kind::cycle, std::exchange(m_aborted_cycles, 0));
    all.add(m_dynamic);
    m_dynamic.clear();
    add_masked(all, m_masks);
    into.add(all);
    m_drained_cycles += all.cycles();
    drop_forgotten();
}

std::optional<std::uint32_t> execution_meter::last_executed() const {
    if (m_listed.empty() || m_listed.back()->instructions.empty()) {
        return std::nullopt;
    }
    return m_listed.back()->instructions.back().pc;
}

/// After a drain no block has anything to tell.
void execution_meter::drop_forgotten() {
    if (m_blocks.is_full()) {
        m_blocks.forget_all(); // no block is listed: none knows what comes after it
    }
    m_blocks.free_forgotten(
        [this](const basic_block* block) {
            return block != nullptr && (block == m_current || block == m_trapped);
        },
        [this](basic_block& block) { charge(block); });
}

void execution_meter::drain_each(
    const std::function<void(const instruction*, activity_counts&)>& f) {
    settle();
    settle_account();
    for (basic_block* block : m_listed) {
        const bool changes_pc = block->times_changed_pc() != 0;
        for (std::size_t k = 0; k < block->instructions.size(); ++k) {
            const instruction& i = block->instructions[k];
            const instruction_counts counts = counts_of(i, m_core);
            activity_counts all;
            counts.always.add_to(all);
            if (block->has_passed && k == 0) {
                counts.when_passed.add_to(all);
            }
            if (&i == &block->instructions.back()) {
                (changes_pc ? counts.when_taken : counts.when_falling).add_to(all);
            }
            if (k < m_details.size()) {
                all.add(m_details[k]);
            }
            all.add(m_dynamic);
            m_dynamic.clear();
            add_masked(all, m_masks);
            m_drained_cycles += all.cycles();
            f(&i, all);
        }
        m_details.clear();
        block->unlist();
    }
    m_listed.clear();
    if (!has_details()) { // from now on; else the current block goes on to collect them
        cut_details(0);
    }
    m_dynamic.add(activity::activity_kind::cycle, std::exchange(m_aborted_cycles, 0));
    if (!m_dynamic.empty()) {
        add_masked(m_dynamic, m_masks);
        m_drained_cycles += m_dynamic.cycles();
        f(nullptr, m_dynamic);
        m_dynamic.clear();
    }
    drop_forgotten();
}

/// Of the current block so many instructions are executed. What the next one has accessed counts.
void execution_meter::cut_details(std::size_t executed) {
    for (std::size_t k = executed; !m_details.has_nothing() && k < m_details.size(); ++k) {
        m_dynamic.add(m_details[k]);
    }
    m_details.shrink(executed);
}

// --- the account ---------------------------------------------------------------------------------

/// The cycles in which interrupts are masked.
void execution_meter::add_masked(activity_counts& counts, unsigned masks) {
    const std::uint64_t cycles = counts.cycles();
    counts.add(activity::activity_kind::fiq_disabled, (masks & 1U) != 0 ? cycles : 0);
    counts.add(activity::activity_kind::irq_disabled, (masks & 2U) != 0 ? cycles : 0);
}

void execution_meter::charge(std::uint32_t pc, activity_counts counts) {
    if (m_account->is_open()) {
        add_masked(counts, m_masks);
        m_account->charge(pc, counts);
    }
}

/// A block has been executed. What came since the one before, such as an entry to an exception, is
/// its first instruction's.
void execution_meter::spend(basic_block& block, bool changes_pc) {
    if (block.instructions.empty()) {
        return;
    }
    settle();
    if (block.parts.empty()) {
        make_parts(block);
    }
    activity_counts all; // beside what it counts each time
    all.add_beyond(m_spent, m_dynamic);
    if (!all.empty()) {
        charge(block.pc, all);
    }
    const std::size_t detailed = std::min(m_details.size(), block.instructions.size());
    std::size_t k = 0;
    for (auto part = block.parts.begin(); part != block.parts.end(); all.clear()) {
        const block_part& now = *part++;
        for (; !m_details.has_nothing() && k < detailed; ++k) {
            const std::uint32_t pc = block.instructions[k].pc;
            if (part != block.parts.end() && pc >= part->pc) {
                break;
            }
            if (!m_details[k].empty()) {
                charge(pc, m_details[k]);
                all.add(m_details[k]);
            }
        }
        now.spent[changes_pc ? 1 : 0].add_to(all);
        add_masked(all, m_masks);
        m_account->spend(now.pc, all);
    }
    m_payer = block.instructions.back().pc;
    if (!m_is_detailed) {
        const bool has_any = !m_details.has_nothing();
        cut_details(0);
        if (has_any) {
            m_spent = m_dynamic; // they are among it now, and told
        }
    }
}

/// Asks who may own its instructions, and keeps what those of each count.
void execution_meter::make_parts(basic_block& block) const {
    const std::vector<std::uint32_t> starts = m_account->parts(block.pc, block.end);
    auto next = starts.begin();
    for (const instruction& i : block.instructions) {
        const auto after = std::upper_bound(next, starts.end(), i.pc);
        if (after != next || block.parts.empty()) {
            block.parts.push_back({i.pc, {}});
            next = after;
        }
        const instruction_counts counts = counts_of(i, m_core);
        for (activity_list& spent : block.parts.back().spent) {
            spent.add(counts.always);
            if (block.has_passed && &i == &block.instructions.front()) {
                spent.add(counts.when_passed);
            }
        }
        if (&i == &block.instructions.back()) {
            block.parts.back().spent[0].add(counts.when_falling);
            block.parts.back().spent[1].add(counts.when_taken);
        }
    }
    for (block_part& part : block.parts) {
        for (activity_list& spent : part.spent) {
            spent.keep(m_account->kinds());
        }
    }
}

/// What its instructions count each time that they are executed.
void execution_meter::charge(basic_block& block) {
    for (unsigned masks = 0; masks < std::size(block.uncharged); ++masks) {
        const std::uint64_t gone_on = std::exchange(block.uncharged[masks][0], 0);
        const std::uint64_t changed_pc = std::exchange(block.uncharged[masks][1], 0);
        if (gone_on + changed_pc == 0) {
            continue;
        }
        for (std::size_t k = 0; k < block.instructions.size(); ++k) {
            const instruction& i = block.instructions[k];
            const instruction_counts counts = counts_of(i, m_core);
            activity_counts all;
            counts.always.add_to(all, gone_on + changed_pc);
            if (block.has_passed && k == 0) {
                counts.when_passed.add_to(all, gone_on + changed_pc);
            }
            if (k + 1 == block.instructions.size()) {
                counts.when_taken.add_to(all, changed_pc);
                counts.when_falling.add_to(all, gone_on);
                if (i.writes_pc() && i.may_fall_through()) {
                    m_account->charge_branch(i.pc, changed_pc, gone_on);
                }
            }
            add_masked(all, masks);
            m_account->charge(i.pc, all);
        }
    }
}

/// Before everything is handed over: what none that was executed has.
void execution_meter::settle_account() {
    m_memory.add_pending(m_dynamic);
    if (m_account == nullptr) {
        return;
    }
    if (m_account->is_open()) {
        for (basic_block* block : m_listed) {
            block->uncharged[m_masks][0] += block->times_gone_on();
            block->uncharged[m_masks][1] += block->times_changed_pc();
        }
    }
    for (std::size_t k = 0; !m_is_detailed && !m_details.has_nothing() && k < m_details.size();
         ++k) {
        m_dynamic.add(m_details[k]); // of a block that is not over
        m_details[k].clear();
    }
    activity_counts rest = m_dynamic;
    rest.subtract(m_spent);
    rest.add(activity::activity_kind::cycle, m_aborted_cycles);
    if (!rest.empty()) {
        charge(m_payer, rest);
        add_masked(rest, m_masks);
        m_account->spend(m_payer, rest);
    }
    m_spent.clear();
}

} // namespace platform::iss
