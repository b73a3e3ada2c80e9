// SPDX-License-Identifier: Apache-2.0
// What has been executed is handed over: all of it at once, or by instruction.
#include <iss/meter/execution_meter.h>

#include <utility>

namespace platform::iss {

void execution_meter::drain(activity_counts& into) {
    settle();
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
    const std::function<void(const instruction*, const activity_counts&)>& f) {
    settle();
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
    if (!m_is_detailed) { // from now on; else the current block goes on to collect them
        for (const activity_counts& counts : m_details) {
            m_dynamic.add(counts);
        }
        m_details.clear();
    }
    m_dynamic.add(activity::activity_kind::cycle, std::exchange(m_aborted_cycles, 0));
    if (!m_dynamic.empty()) {
        m_drained_cycles += m_dynamic.cycles();
        f(nullptr, m_dynamic);
        m_dynamic.clear();
    }
    drop_forgotten();
}

} // namespace platform::iss
