// SPDX-License-Identifier: Apache-2.0
// The fetches of blocks: their pages are looked up where they begin, their lines where they end.
#include <iss/meter/execution_meter.h>

namespace platform::iss {

/// \return false: nothing has happened, it is for enter()
bool execution_meter::goes_on_fetching(std::uint32_t pc, std::uint32_t bytes) {
    const basic_block& before = *m_current;
    const successor& next = before.after[pc != before.end ? 1 : 0];
    if (next.place != place_of(pc, bytes) || m_budget < 1 || // one cycle may be added
        !m_at_begin.empty()) {
        return false;
    }
    if (!m_memory.fetch_present(before.pc, before.first_bytes, before.end, pc, m_dynamic)) {
        return false;
    }
    if (pc != before.end || before.always_changes_pc) {
        m_memory.branch();
    }
    return goes_on_to(pc, bytes);
}

/// What the memory system does before a block, which lies in one page. It is not known yet whether
/// its first instruction is executed.
void execution_meter::begin(const basic_block& block) {
    settle();
    m_next_item = 0;
    if (has_details()) {
        m_details.begin(block.instructions.size());
    }
    if (has_caches()) {
        m_memory.translate_fetch(block.pc, m_at_begin);
    }
}

/// What a block has fetched is known when it is left: it may be left early.
void execution_meter::fetch(const basic_block& block) {
    if (block.instructions.empty()) {
        return;
    }
    // Where by instruction only cycles matter: without a miss those can only be the first one's,
    // which pays for what is new in m_dynamic.
    const bool is_for_cycles = m_account != nullptr && !m_counts_by_instruction;
    if (is_for_cycles && has_caches() &&
        m_memory.fetch_present(block.pc, block.first_bytes, block.end, block.pc, m_dynamic)) {
        return;
    }
    if (m_details.empty() || (is_for_cycles && !has_caches())) {
        m_memory.fetch(block.pc, block.first_bytes, block.end, m_dynamic);
        return;
    }
    for (std::size_t k = 0; k < block.instructions.size(); ++k) {
        const instruction& i = block.instructions[k];
        m_memory.fetch(i.pc, i.bytes, i.end(), m_details[k]);
    }
}

} // namespace platform::iss
