// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/execution_meter.h>

#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>
#include <iss/decode/sctlr.h>

#include <algorithm>

namespace platform::iss {

execution_meter::execution_meter(const core_model& core, const cache_pair& caches,
                                 guest_memory& code, const cpu_view& cpu,
                                 block_table::trap_filter is_trap)
    : m_core(core), m_code(code), m_cpu(cpu),
      m_blocks(core, caches.exist(), code, cpu, std::move(is_trap)),
      m_memory(core, caches, m_budget) {
    m_none.is_listed = true; // it has nothing to drain
    m_none.pc = 1;           // no block is at an odd address
    choose_looks();
}

void execution_meter::choose_looks() {
    const bool follows_fetches =
        has_caches() || (m_counts_accesses && m_core.data.fetches_are_requests);
    if (follows_fetches && m_follows_fetches == 0 && m_current->pc == m_sequel_at) {
        m_memory.has_fetched(*m_sequel_at - 1);
    }
    m_follows_fetches = follows_fetches ? 1 : 0;
    m_at_every_entry = follows_fetches || has_details() ? 1 : 0;
    m_at_every_end = follows_fetches || m_account != nullptr ? 1 : 0;
    m_counts_by_instruction =
        m_is_detailed || (m_account != nullptr &&
                          m_account->kinds() != activity::bit_of(activity::activity_kind::cycle));
    forget_successors();
}

// --- blocks --------------------------------------------------------------------------------------

entry execution_meter::enter(std::uint32_t pc, std::uint32_t bytes) {
    basic_block* before = m_current;
    if (before->it_after != 0 && pc != before->end) {
        if (!skip_to(pc)) {
            return entry::boundary;
        }
        before = m_current;
    }
    if ((before->at_end | m_at_every_end) != 0) {
        close(*before, pc);
    } else {
        ++before->where(pc).times;
        list(*before);
    }
    basic_block* block = m_blocks.recent(pc);
    if (block->pc != pc || block->end != pc + bytes || block->it_before != m_current->it_after ||
        block->epoch != m_blocks.epoch()) {
        block = m_blocks.look_up(pc, bytes, m_current->it_after);
        if (m_blocks.longest() > m_longest_told) { // somebody has reckoned with less
            longest_block();
            m_paused_at = 1;
            m_budget = -1;
        }
    }
    if ((block->at_entry & basic_block::is_trap) != 0 && before != &m_none) {
        note_sequel(*before, pc);
    }
    const bool is_at_seam = is_seam(*before, *block);
    if (m_budget < 0 && pauses_at(pc, is_at_seam)) {
        return entry::boundary;
    }
    m_seam_at = is_at_seam ? pc : 1;
    m_budget -= block->worst_cycles;
    m_next_item = 0;
    m_aborted = SIZE_MAX;
    if (block->at_entry == 0 && !is_at_seam) {
        note_successor(*m_current, *block);
    }
    m_current = block;
    return (block->at_entry | m_at_every_entry) == 0 ? entry::go : enter_special(*block);
}

void execution_meter::note_sequel(const basic_block& before, std::uint32_t pc) {
    m_sequel_at = has_changed_pc(before, pc) ? std::nullopt : std::optional(pc);
}

void execution_meter::list(basic_block& block) {
    if (!block.is_listed) {
        block.is_listed = true;
        m_listed.push_back(&block);
    }
}

/// If there is nothing to do between them. Where the state of the CPU, ARM or Thumb, tells which
/// block comes, none is known.
void execution_meter::note_successor(basic_block& before, basic_block& block) {
    if ((before.at_end | before.it_after | block.it_before) == 0 && &before != &m_none &&
        !has_details() && m_blocks.recent(block.pc) == &block) {
        successor& next = before.where(block.pc);
        next.place = place_of(block.pc, block.end - block.pc);
        next.worst_cycles = block.worst_cycles;
        next.block = &block;
    }
}

void execution_meter::forget_successors() {
    for (basic_block* block : m_listed) {
        block->after[0].place = block->after[1].place = successor::unknown;
    }
}

/// A block has been executed, and execution goes on at pc.
void execution_meter::close(basic_block& block, std::uint32_t pc) {
    const bool changes_pc = has_changed_pc(block, pc);
    if (!m_at_begin.empty() && &block != &m_none) {
        (m_details.empty() ? m_dynamic : m_details[0]).add(m_at_begin);
        m_at_begin.clear();
    }
    ++block.after[changes_pc ? 1 : 0].times;
    list(block);
    if (m_follows_fetches != 0) {
        fetch(block);
        if (changes_pc) {
            m_memory.branch();
        }
    }
    if ((block.at_end & basic_block::has_effects) != 0) {
        finish(block);
    }
    if ((block.at_end & basic_block::writes_status) != 0) {
        m_has_written_status = true;
    }
    if (changes_pc && (block.at_end & basic_block::calls) != 0) {
        m_return_stack.push(block.end);
    } else if ((block.at_end & basic_block::asks_stack) != 0) {
        return_from_procedure(block, pc);
    }
    if (m_account != nullptr) {
        spend(block, changes_pc);
    }
    if (changes_pc && (block.at_end & basic_block::returns) != 0) {
        return_from_exception(block, pc);
    } else if ((block.at_end & basic_block::leaves_it_block) != 0) {
        go_to(pc);
    }
    if ((block.at_end & basic_block::checks_stack) != 0 && (m_cpu.reg(13) & 3U) != 0 &&
        m_blocks.distrust_stack()) {
        make_all_anew();
    }
}

/// An instruction that branches to the one after it changes PC, too. Its condition shows in the
/// flags, which it leaves alone.
bool execution_meter::has_changed_pc(const basic_block& block, std::uint32_t pc) const {
    if (pc != block.end || block.always_changes_pc) {
        return true;
    }
    return (block.at_end & basic_block::asks_condition) != 0 &&
           condition_holds(block.instructions.back().condition, m_cpu.cpsr());
}

/// The block may be a part of what was entered.
activity_counts& execution_meter::details_of_last(const basic_block& block) {
    const std::size_t last = block.instructions.size() - 1;
    return last < m_details.size() ? m_details[last] : m_dynamic;
}

/// What an instruction has done shows in the registers only now.
void execution_meter::finish(const basic_block& block) {
    for (const instruction& i : block.instructions) {
        if (has_effect_after(i, m_core) && condition_holds(i.condition, m_cpu.cpsr())) {
            finish(i, details_of_last(block));
        }
    }
}

void execution_meter::finish(const instruction& i, activity_counts& into) {
    const auto reg = [this](unsigned n) { return m_cpu.reg(n); };
    if (i.barrier == barrier_kind::isb) {
        m_memory.restart_fetch();
    } else if (i.kind == instruction_class::preload) {
        const std::uint32_t address = address_now(i);
        m_memory.preload(address, !m_cpu.is_memory(address), into);
    } else if (i.is_store_exclusive) {
        if (reg(i.result) != 0) {
            return;
        }
        into.add(activity::activity_kind::data_write);
        const std::uint32_t address = address_of(i, reg);
        const bool is_device = !m_cpu.is_memory(address);
        for (unsigned n = 0; (is_device || follows_accesses()) && n < i.writes; ++n) {
            access_item(i, n == 0, address + n * i.item_bytes, i.item_bytes, true, is_device, into);
        }
    } else if (const register_write* write = m_core.find_write(i)) {
        if (i.kind == instruction_class::coprocessor_pair_write) {
            m_memory.operate_range(write->operation, reg(i.transfer_high), reg(i.transfer), into);
        } else if (write->operation == memory_operation::control) {
            control_changed();
            m_control_written_at = i.pc;
            m_budget = -1; // the owner sees it before the next block
        } else {
            m_memory.operate(write->operation, i.transfer == 15 ? 0 : reg(i.transfer), into);
            if (changes_translation(write->operation)) {
                translation_changed();
            }
        }
    }
}

void execution_meter::control_changed() {
    const std::uint32_t control = m_cpu.system_control();
    m_memory.turn((control & sctlr::data_cache) != 0, (control & sctlr::instruction_cache) != 0);
    m_memory.set_round_robin((control & sctlr::round_robin) != 0);
    m_memory.set_protected(!m_core.tables && (control & sctlr::translation) != 0);
    if (m_blocks.set_control(alignment_policy_of(m_core.unaligned, control),
                             m_core.profile == 'R' && (control & sctlr::divide_by_zero) != 0)) {
        make_all_anew();
    }
    translation_changed();
}

void execution_meter::translation_changed() {
    if (m_translation == nullptr) {
        return;
    }
    const bool was_on = m_translation->is_on();
    m_translation->refresh(m_read_table_registers());
    if (was_on || m_translation->is_on()) {
        m_memory.set_translation(m_translation->is_on() ? m_translation : nullptr);
        m_blocks.begin_epoch();
        forget_successors();
    }
}

void execution_meter::set_mode(std::uint32_t cpsr) {
    if ((m_mode == psr::user_mode) != ((cpsr & psr::mode) == psr::user_mode)) {
        m_memory.forget_data_pages();
    }
    m_mode = cpsr & psr::mode;
    m_masks = cpsr / psr::fiq_masked & 3U;
    if ((m_cpu.reg(13) & 3U) != 0 && m_blocks.distrust_stack()) {
        make_all_anew();
    }
}

/// Blocks in use go on as they are.
void execution_meter::make_all_anew() {
    m_blocks.forget_all();
    forget_successors();
    m_is_anew = true;
}

/// Inside an IT block an engine may go past instructions that fail their condition, without a word.
/// A branch in the middle of one, which must not be there, leaves it.
/// \return false: there is a boundary before one of them; to be called again after it
bool execution_meter::skip_to(std::uint32_t pc) {
    const auto goes_on = [](const basic_block& b) {
        return b.instructions.empty() || !b.instructions.back().writes_pc();
    };
    while (m_current->it_after != 0 && m_current->end < pc && goes_on(*m_current)) {
        const std::uint32_t next = m_current->end;
        close_current(next);
        if (m_budget < 0 && pauses_at(next, true)) {
            return false;
        }
        m_current = m_blocks.look_up(next, m_blocks.thumb_bytes_at(next), m_current->it_after);
        m_budget -= m_current->worst_cycles;
        if (m_at_every_entry != 0) {
            begin(*m_current);
        }
    }
    return true;
}

/// Whether nothing but an engine, or somebody who counts, ends a block there. An engine may change
/// PC by an instruction that must not do so, such as MUL.
bool execution_meter::is_seam(const basic_block& before, const basic_block& next) const {
    if (&before == &m_none) {
        return m_seam_at == next.pc;
    }
    const bool may_pause = before.may_pause_after || next.may_pause_before || next.pc != before.end;
    return next.it_before != 0 || !may_pause;
}

const instruction* execution_meter::current_instruction(std::uint32_t pc) const {
    const auto& all = m_current->instructions;
    const auto found =
        std::find_if(all.begin(), all.end(), [pc](const instruction& i) { return i.pc == pc; });
    return found != all.end() ? &*found : nullptr;
}

std::optional<bool> execution_meter::may_pause_at(std::uint32_t pc) const {
    const basic_block& block = *m_current;
    const instruction* const here = current_instruction(pc);
    if ((here != nullptr ? here->it_before : block.it_after) != 0) {
        return std::nullopt;
    }
    if (block.pc == pc || block.instructions.empty()) {
        return m_seam_at != pc;
    }
    return here != nullptr ? may_pause(*(here - 1), *here)
                           : pc != block.end || may_pause(block.instructions.back(),
                                                          instruction_at(pc, block.is_thumb, 0));
}

/// \return whether there is a boundary before pc: not again where execution goes on after it
bool execution_meter::pauses_at(std::uint32_t pc, bool is_seam) {
    if (m_current == &m_none && m_paused_at == pc) {
        return false;
    }
    const std::uint32_t spins_at = m_spins_at;
    go_to_none(pc, m_current->it_after);
    m_paused_at = pc;
    m_spins_at = spins_at;
    m_seam_at = is_seam ? pc : 1;
    return true;
}

/// No block is current: execution has stopped before pc, or pauses there.
void execution_meter::go_to_none(std::uint32_t pc, std::uint8_t it_state) {
    m_none.end = pc;
    m_none.it_after = it_state;
    m_current = &m_none;
    m_spins_at = 1;
    m_paused_at = 1;
    m_seam_at = 1;
}

entry execution_meter::enter_special(basic_block& block) {
    const auto stop_for = [&](entry verdict) {
        m_budget += block.worst_cycles;
        m_trapped = &block;
        go_to_none(block.pc, block.it_before);
        return verdict;
    };
    if ((block.at_entry & basic_block::is_trap) != 0) {
        return stop_for(entry::trap);
    }
    if ((block.at_entry & basic_block::has_stops) != 0) {
        return entry::split;
    }
    if ((block.at_entry & basic_block::checks_divisor) != 0 &&
        divides_by_zero(block.instructions.front())) {
        return stop_for(entry::trap);
    }
    if ((block.at_entry & basic_block::checks_address) != 0 && block.pc != m_excused &&
        is_misaligned(block.instructions.front())) {
        return stop_for(entry::unaligned);
    }
    if ((block.at_entry & basic_block::is_endless) != 0 && m_spins_at != block.pc) {
        stop_for(entry::spin);
        m_paused_at = m_spins_at = block.pc; // once, not each time around
        return entry::spin;
    }
    if (m_at_every_entry != 0) {
        begin(block);
    }
    return (block.at_entry & basic_block::is_conditional) != 0 ? entry::look : entry::go;
}

void execution_meter::executed_by_host(const instruction& i, std::uint8_t it_before) {
    leave(i.pc);
    m_current = m_blocks.find_or_make(i.pc, i.bytes, it_before);
    if (m_at_every_entry != 0) {
        begin(*m_current);
    }
}

entry execution_meter::split(std::uint32_t pc) {
    basic_block& whole = *m_current;
    if (&whole == &m_none || pc <= whole.pc || pc >= whole.end) { // it begins here: entered already
        return entry::go;
    }
    const std::uint32_t rest = whole.end - pc;
    m_current = m_blocks.part_of(whole, pc);
    m_budget += whole.worst_cycles - m_current->worst_cycles;
    m_is_anew = false;
    return enter_rest(pc, rest);
}

/// Its stops are those of the whole, unless what comes before has changed what to look at.
entry execution_meter::enter_rest(std::uint32_t pc, std::uint32_t bytes) {
    const entry verdict = enter(pc, bytes);
    return verdict == entry::split && !m_is_anew ? stops_are_known() : verdict;
}

void execution_meter::look_at_flags(std::uint32_t cpsr) {
    if (condition_holds(m_current->instructions.front().condition, cpsr)) {
        m_current = m_blocks.passed(*m_current);
    }
}

bool execution_meter::leave(std::uint32_t pc) {
    basic_block& block = *m_current;
    if (&block != &m_none && pc - block.pc < block.end - block.pc) {
        drop_held(pc);
    }
    if (pc == block.pc) { // nothing of it has been executed
        cut_details(0);
        const std::uint32_t seam_at = m_seam_at;
        go_to_none(pc, block.it_before);
        m_seam_at = seam_at;
        return true;
    }
    if (&block != &m_none && pc > block.pc && pc < block.end) {
        m_current = m_blocks.part_of(block, pc);
        cut_details(m_current->instructions.size());
    }
    return come_to(pc);
}

bool execution_meter::come_to(std::uint32_t pc) {
    if (m_current->it_after != 0 && pc != m_current->end && !skip_to(pc)) {
        return false;
    }
    close_current(pc);
    m_paused_at = m_spins_at = 1;
    return true;
}

void execution_meter::close_current(std::uint32_t pc) {
    if (m_current == &m_none) {
        return;
    }
    const std::uint8_t it_after = m_current->it_after;
    note_sequel(*m_current, pc);
    close(*m_current, pc);
    if (m_current != &m_none) {
        go_to_none(pc, it_after);
    }
}

// --- exceptions ----------------------------------------------------------------------------------

void execution_meter::enter_exception(std::uint32_t vector) {
    m_dynamic.add(m_at_begin); // of an instruction that is not executed now
    m_at_begin.clear();
    m_payer = vector;
    m_sequel_at.reset();
    m_none.it_after = 0;
    m_memory.branch();
}

void execution_meter::return_from_exception(const basic_block& block, std::uint32_t pc) {
    const std::uint32_t cpsr = m_cpu.cpsr();
    if (m_core.pc_changes == pc_change_rule::same_mode && (cpsr & psr::mode) == m_mode) {
        details_of_last(block).add(activity::activity_kind::pc_change);
    }
    if (m_core.has_thumb2) {
        go_to(pc);
    }
}

/// An address that was not predicted costs a flush, as one that was predicted wrongly.
void execution_meter::return_from_procedure(const basic_block& block, std::uint32_t pc) {
    activity_counts& counts = details_of_last(block);
    const std::optional<std::uint32_t> predicted = m_return_stack.pop();
    const bool is_right = predicted == pc;
    if (predicted && !is_right) {
        m_return_stack.push(*predicted); // it is restored (DDI 0301, table 3-137, event 0x26)
    }
    counts.add(activity::activity_kind::cycle,
               is_right ? m_core.timing.taken_branch : m_core.timing.mispredicted);
    if (predicted) {
        counts.add(is_right ? activity::activity_kind::return_predicted
                            : activity::activity_kind::return_mispredicted);
        const bool is_branch =
            m_core.branches[static_cast<std::size_t>(block.instructions.back().pc_by)].is_branch;
        counts.add(activity::activity_kind::branch_mispredicted, is_branch && !is_right ? 1 : 0);
    }
}

/// The ITSTATE there is in the CPSR.
void execution_meter::go_to(std::uint32_t pc) {
    const std::uint32_t cpsr = m_cpu.cpsr();
    go_to_none(pc, psr::is_in_it_block(cpsr) ? psr::it_of(cpsr) : std::uint8_t{0});
}

} // namespace platform::iss
