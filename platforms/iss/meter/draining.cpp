// SPDX-License-Identifier: Apache-2.0
// What has been executed is handed over: all of it at once, or by instruction.
#include <iss/meter/execution_meter.h>

#include <utility>

namespace platform::iss {

void execution_meter::drain(activity_counts& into) {
    settle();
    settle_account();
    const std::uint64_t cycles_before = into.cycles();
    for (basic_block* block : m_listed) {
        const std::uint64_t gone_on = block->times_gone_on();
        const std::uint64_t changed_pc = block->times_changed_pc();
        block->always.add_to(into, gone_on + changed_pc);
        if (changed_pc != 0) {
            block->when_taken.add_to(into, changed_pc);
        }
        if (gone_on != 0) {
            block->when_falling.add_to(into, gone_on);
        }
        block->unlist();
    }
    m_listed.clear();
    m_memory.add_pending(m_dynamic);
    m_dynamic.add(activity::activity_kind::cycle, std::exchange(m_aborted_cycles, 0));
    into.add(m_dynamic);
    m_dynamic.clear();
    m_drained_cycles += into.cycles() - cycles_before;
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
    m_blocks.free_forgotten([this](const basic_block* block) {
        return block != nullptr && (block == m_current || block == m_trapped);
    });
}

void execution_meter::drain_each(
    const std::function<void(const instruction*, activity_counts&)>& f) {
    settle();
    settle_account();
    m_memory.add_pending(m_dynamic);
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

// --- the account of cycles -----------------------------------------------------------------------

/// A block has been executed. What came since the one before, such as an entry to an exception, is
/// its first instruction's.
void execution_meter::spend(basic_block& block, bool changes_pc) {
    if (block.instructions.empty()) {
        return;
    }
    settle();
    if (block.owners == basic_block::ownership::unknown) {
        block.owners = m_account->has_parts(block.pc, block.end) ? basic_block::ownership::several
                                                                 : basic_block::ownership::one;
    }
    const std::uint64_t before = m_dynamic.cycles() - m_spent;
    if (before != 0) {
        m_account->charge(block.pc, before);
    }
    const bool has_parts = block.owners == basic_block::ownership::several;
    std::uint64_t stalled = 0;
    for (std::size_t k = 0; k < block.instructions.size(); ++k) {
        if (!has_parts && m_details.has_nothing()) {
            break;
        }
        const std::uint32_t pc = block.instructions[k].pc;
        const std::uint64_t by_it = k < m_details.size() ? m_details[k].cycles() : 0;
        stalled += by_it;
        if (by_it != 0) {
            m_account->charge(pc, by_it);
        }
        if (has_parts) {
            const bool is_last = k + 1 == block.instructions.size();
            m_account->spend(pc, (k == 0 ? before : 0) + by_it + block.cycles[k] +
                                     (is_last ? block.cycles_at_end(changes_pc) : 0U));
        }
    }
    if (!has_parts) {
        m_account->spend(block.pc, before + stalled + block.cycles_of[changes_pc ? 1 : 0]);
    }
    m_payer = block.instructions.back().pc;
    if (!m_is_detailed) {
        cut_details(0);
    }
    m_spent = m_dynamic.cycles();
}

/// Before everything is handed over: what instructions take each time they are executed, and what
/// none that was executed has.
void execution_meter::settle_account() {
    if (m_account == nullptr) {
        return;
    }
    for (const basic_block* block : m_listed) {
        const std::uint64_t gone_on = block->times_gone_on();
        const std::uint64_t changed_pc = block->times_changed_pc();
        if (block->instructions.empty() || gone_on + changed_pc == 0) {
            continue;
        }
        for (std::size_t k = 0; k < block->instructions.size(); ++k) {
            m_account->charge(block->instructions[k].pc, block->cycles[k] * (gone_on + changed_pc));
        }
        m_account->charge(block->instructions.back().pc,
                          block->cycles_at_end(false) * gone_on +
                              block->cycles_at_end(true) * changed_pc);
    }
    for (std::size_t k = 0; !m_is_detailed && !m_details.has_nothing() && k < m_details.size();
         ++k) {
        m_dynamic.add(m_details[k]); // of a block that is not over
        m_details[k].clear();
    }
    if (const std::uint64_t rest = m_dynamic.cycles() + m_aborted_cycles - m_spent; rest != 0) {
        m_account->spend(m_payer, rest);
        m_account->charge(m_payer, rest);
    }
    m_spent = 0;
}

} // namespace platform::iss
