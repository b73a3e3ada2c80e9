// SPDX-License-Identifier: Apache-2.0
// Counts what a CPU executes, from what an engine tells: which basic blocks it enters, which data
// it accesses.
#pragma once

#include <iss/meter/activity_account.h>
#include <iss/meter/block_table.h>
#include <iss/meter/memory_model.h>
#include <iss/meter/return_stack.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace platform::iss {

/// What an engine has to do before it executes a basic block.
enum class entry : std::uint8_t {
    go,        ///< execute it
    trap,      ///< stop before it: its first instruction is the host's to execute
    unaligned, ///< stop before it: its first instruction accesses what is not aligned
    look,      ///< tell look_at_flags() the flags, then execute it
    split,     ///< be sure to call split() at the addresses in stops(), then enter() it again
    boundary,  ///< the budget is used up: let the owner drain, then enter() it again or leave()
    spin,      ///< the same: it is a branch to itself, which goes on until a boundary stops it
};

/// The account of one CPU. An engine calls enter() for each basic block that it is about to
/// execute, whatever their length; a block counts as executed when the next one is entered. The
/// meter calls nobody: at `boundary` and `spin` everything before next_pc() has been executed and
/// can be drained. That is where the block begins, but in an IT block, of which an engine may go
/// past instructions without a word: there it may be before one of those.
class execution_meter {
public:
    /// The kinds that depend on the addresses of accesses, or of fetches.
    static constexpr std::uint64_t kinds_by_address =
        activity::bit_of(activity::activity_kind::dcache_access_any) |
        activity::bit_of(activity::activity_kind::external_data_access) |
        activity::bit_of(activity::activity_kind::external_request) |
        activity::bit_of(activity::activity_kind::noncachable_access) |
        activity::bit_of(activity::activity_kind::unaligned_access) |
        activity::bit_of(activity::activity_kind::write_buffer_drained) |
        activity::bit_of(activity::activity_kind::bus_read) |
        activity::bit_of(activity::activity_kind::bus_read_device) |
        activity::bit_of(activity::activity_kind::bus_read_normal) |
        activity::bit_of(activity::activity_kind::bus_write) |
        activity::bit_of(activity::activity_kind::bus_write_device) |
        activity::bit_of(activity::activity_kind::bus_write_normal);

    static constexpr std::uint64_t all_kinds = UINT64_MAX;

    /// \param code the memory that the CPU fetches from, at the addresses that it fetches
    /// \param cpu the CPU where a block is entered \param is_trap what the host executes
    /// \throws std::invalid_argument for caches that cannot be
    execution_meter(const core_model& core, const cache_pair& caches, guest_memory& code,
                    const cpu_view& cpu, block_table::trap_filter is_trap);
    execution_meter(const execution_meter&) = delete;
    execution_meter& operator=(const execution_meter&) = delete;

    // --- what an engine tells ----------------------------------------------------------------

    /// The CPU is about to execute the instructions of [pc, pc + bytes).
    entry enter(std::uint32_t pc, std::uint32_t bytes);
    /// The same where execution goes on as it did after the current block before, to a block that
    /// asks for nothing: most of the time. Not where the meter follows_fetches().
    /// \return false: nothing has happened, it is for enter()
    bool goes_on_to(std::uint32_t pc, std::uint32_t bytes) {
        // By branches, which the CPU foresees: each block waits for what the one before has stored.
        const std::uint64_t there = place_of(pc, bytes);
        successor* next = m_current->after;
        if (next->place != there && (++next)->place != there) {
            return false;
        }
        if (m_budget < 0) {
            return false;
        }
        ++next->times;
        m_budget -= next->worst_cycles;
        m_current = next->block;
        m_seam_at = 1;
        m_next_item = 0;
        return true;
    }

    /// As goes_on_to(), where the meter follows_fetches().
    bool goes_on_fetching(std::uint32_t pc, std::uint32_t bytes);

    /// The addresses inside the block just entered at which split() has to be called.
    const std::vector<std::uint32_t>& stops() const { return m_current->stops; }
    /// Whether pc is the first of them.
    bool splits_at(std::uint32_t pc) const { return m_current->first_stop == pc; }
    /// They are known to the engine. \return what else there is to do before the block
    entry stops_are_known() {
        m_current->at_entry =
            static_cast<std::uint8_t>(m_current->at_entry & ~basic_block::has_stops);
        return enter_special(*m_current);
    }
    /// Execution has come to pc inside the current block: what follows is a block of its own.
    entry split(std::uint32_t pc);
    /// The flags before a block that answered `look`.
    void look_at_flags(std::uint32_t cpsr);
    /// The CPU has stopped before pc: inside the current block, at its end, or where that went.
    /// \return false: there is a boundary at next_pc() first, where the CPU cannot stop any more;
    ///         to be called again after it
    bool leave(std::uint32_t pc);
    /// The same, and the block was executed to its end.
    bool come_to(std::uint32_t pc);
    /// The address after the current block; between blocks where execution goes on.
    std::uint32_t next_pc() const { return m_current->end; }
    /// The host has executed an instruction, of the block that answered `trap` or after it.
    /// \param it_before ITSTATE before it
    void executed_by_host(const instruction& i, std::uint8_t it_before);

    /// Where the next item of the current block is that is accessed at a physical address.
    std::uint32_t address_of_next_item(std::uint32_t physical);
    /// One item of the current block is loaded from or stored to memory. To be told, as
    /// pass_item(), if follows_accesses().
    void access(std::uint32_t address, std::uint32_t bytes, bool is_write);
    /// The same, as long as nothing is special about it: most of the time.
    /// \return false: nothing has happened, it is for access()
    bool accesses_at_once(std::uint32_t address, std::uint32_t bytes, bool is_write) {
        const std::vector<block_item>& items = m_current->items;
        const bool is_usual = m_next_item < items.size() && items[m_next_item].is_usual &&
                              (address & (bytes - 1)) == 0 && !m_counts_by_instruction &&
                              m_memory.accesses_at_once(address, is_write);
        m_next_item += is_usual ? 1 : 0;
        return is_usual;
    }
    /// Whether there is memory at an address, as far as it is known; false: perhaps.
    bool knows_memory_at(std::uint32_t address) const {
        return m_memory.may_access(address, 1, false, false);
    }
    /// One item of the current block is loaded from or stored to a device.
    void pass_item(std::uint32_t bytes) {
        if (begins_instruction()) {
            settle();
        }
        m_next_item += bytes > 4 ? 2U : 1U;
    }
    /// An instruction of the current block loads an item from a device or stores it there: what
    /// comes before that instruction can be drained now.
    /// \return bytes of the block from that instruction on, to be entered; 0: it is the first
    std::uint32_t come_to_device(const instruction& by);
    /// What comes before it is drained. \param rest what come_to_device() returned, not 0
    /// \param bytes of the item \param cpsr the flags now
    void enter_device(const instruction& by, std::uint32_t rest, std::uint32_t bytes,
                      std::uint32_t cpsr);
    /// And what that access of an item counts. \param by nullptr: it is not known
    void access_device(const instruction* by, std::uint32_t address, std::uint32_t bytes,
                       bool is_write);
    /// The code in [pc, pc + bytes) is translated, and executes as it is now until it is translated
    /// again. \param is_all false: it is not known how much of that is translated
    void renew(std::uint32_t pc, std::uint32_t bytes, bool is_all = true) {
        if (m_blocks.renew(pc, bytes, is_all)) {
            forget_successors();
        }
    }
    /// Not by an instruction has [address, address + bytes) been written to.
    /// \return whether code may have been translated there, which is to be translated again
    bool forget(std::uint32_t address, std::size_t bytes) {
        const bool has_code = m_blocks.forget(address, bytes);
        if (has_code) {
            forget_successors();
        }
        return has_code;
    }

    /// The engine has no translation any more.
    void forget_translations() { m_blocks.forget_translations(); }

    // --- what the host asks ------------------------------------------------------------------

    bool has_caches() const { return m_memory.has_caches(); }
    /// After a drain: there is a boundary once this many cycles have been executed, at most one
    /// block late. What is executed and not yet followed by an entry counts.
    void set_budget(std::int64_t cycles) {
        m_budget = cycles - 1 - m_current->worst_cycles -
                   static_cast<std::int64_t>(m_dynamic.cycles() + m_at_begin.cycles());
    }
    /// Cycles that no block known so far exceeds. From the first call on a longer one is not
    /// entered before there was a boundary at it.
    std::uint64_t longest_block() {
        m_longest_told = m_blocks.longest();
        return m_longest_told;
    }
    /// The cycles that drain() and drain_each() have handed over so far.
    std::uint64_t drained_cycles() const { return m_drained_cycles; }
    /// From now on drain_each() is to know what the memory system does for which instruction.
    void set_detailed(bool is_detailed) {
        m_is_detailed = is_detailed;
        choose_looks();
    }
    /// From now on somebody, who outlives this, keeps an account. Before anything is executed. What
    /// depends on addresses has to be told, as in want().
    void keep_account(activity_account& account) {
        m_account = &account;
        choose_looks();
    }
    /// Tells it by instruction what it has not been told yet.
    void charge_all() {
        m_blocks.for_each([this](basic_block& block) { charge(block); });
    }
    /// Whether somebody counts what depends on addresses: the engine has to tell each access. With
    /// caches it always has.
    void follow_accesses(bool follows) {
        m_counts_accesses = follows;
        choose_looks();
    }
    /// Somebody counts these kinds of activity, as bits: from now on their counts are right, as
    /// are those that were wanted before, cycles and instructions, but no others. Unless it is
    /// called, all are. What depends on the addresses of accesses needs follow_accesses(), too.
    void want(std::uint64_t kinds) {
        if (m_blocks.want(kinds)) {
            make_all_anew();
        }
    }
    /// Whether it looks at what each block fetches.
    bool follows_fetches() const { return m_follows_fetches != 0; }
    bool follows_accesses() const { return m_counts_accesses || has_caches(); }
    /// SCTLR is another now.
    void control_changed();
    /// The core has an MMU. \param read what its registers say
    void set_translation(address_translation& translation,
                         std::function<table_registers()> read_registers) {
        m_translation = &translation;
        m_read_table_registers = std::move(read_registers);
        m_blocks.set_translation(translation);
    }
    /// Addresses may lead elsewhere now.
    void translation_changed();
    /// The address of the instruction that has written to SCTLR, once: there is a boundary after
    /// it; nothing if none has.
    std::optional<std::uint32_t> take_control_write() {
        return std::exchange(m_control_written_at, std::nullopt);
    }
    /// Whether an instruction that may change mode or interrupt masks has been executed, once:
    /// there is a boundary after it.
    bool take_status_write() { return std::exchange(m_has_written_status, false); }
    /// The mode and the interrupt masks, CPSR[7:6] and [4:0], with which execution goes on.
    void set_mode(std::uint32_t cpsr);
    alignment_policy alignment() const { return m_blocks.alignment(); }
    /// Whether an instruction accesses what is not aligned, if it executes now.
    bool is_misaligned(const instruction& i) const;

    /// Lets the instruction at pc execute as it is, aligned or not, until somebody else is excused.
    /// \param pc odd: none
    void excuse(std::uint32_t pc) { m_excused = pc; }

    /// The instruction that answered `trap` or `unaligned`.
    const instruction& trapped() const { return m_trapped->instructions.front(); }
    /// An instruction of the current block, and ITSTATE before it.
    struct place {
        const instruction* what;
        std::uint8_t it_before;
        std::uint32_t to_physical; ///< to be added to its address for the physical one
    };
    /// The fault that an instruction would take now; nothing: none.
    std::optional<address_translation::found_fault> fault_of(const instruction& i) const;
    /// Where it accesses what is at a physical address; that itself if it does not.
    std::uint32_t address_of_access(const instruction& i, std::uint32_t physical) const;
    /// Those that may load or store at a physical address now, in the order of execution. They are
    /// several if the registers now would have led an earlier one there, too.
    /// \param read_register the value of r0 to r14 now \param cpsr the flags now
    std::vector<place> candidates(std::uint32_t address, bool is_write,
                                  const std::function<std::uint32_t(unsigned)>& read_register,
                                  std::uint32_t cpsr) const;
    /// The bytes of the current block, as they execute: it may have stored to itself.
    std::vector<std::uint8_t> code() const;
    /// Where they are.
    std::uint32_t pc() const { return m_current->pc; }
    /// The likeliest of them, where it goes on after it; nullptr: there is none.
    const instruction* locate(std::uint32_t address, std::uint32_t bytes, bool is_write,
                              const std::function<std::uint32_t(unsigned)>& read_register,
                              std::uint32_t cpsr);
    /// What the access that was located last is of that instruction.
    const device_piece& located_piece() const { return m_piece; }
    /// The instruction at an address, as it is in memory.
    instruction instruction_at(std::uint32_t pc, bool is_thumb, std::uint8_t it_state) const {
        return m_blocks.instruction_at(pc, is_thumb, it_state);
    }
    /// The instruction of the current block at an address; nullptr: none is there.
    const instruction* current_instruction(std::uint32_t pc) const;
    /// See block_table::may_pause().
    bool may_pause(const instruction& before, const instruction& next) const {
        return m_blocks.may_pause(before, next);
    }
    /// The same where execution has come to pc, in the current block or after it. Nothing: pc is in
    /// an IT block, where no engine stops.
    std::optional<bool> may_pause_at(std::uint32_t pc) const;
    /// Whether an instruction is Undefined on the core, if it executes now, and the engine executes
    /// it.
    bool is_undefined_here(const instruction& i) const {
        return m_blocks.is_undefined_here(i) || divides_by_zero(i);
    }
    /// Whether the host executes the IT block that this instruction begins.
    bool is_for_host(const instruction& it) const { return m_blocks.is_for_host(it, 0); }
    /// ITSTATE where the next block begins.
    std::uint8_t it_state() const { return m_current->it_after; }
    /// Whether the current block begins in an IT block; between blocks whether execution goes on in
    /// one. No engine has to be able to stop there.
    bool is_in_it_block() const {
        return (m_current == &m_none ? m_none.it_after : m_current->it_before) != 0;
    }
    /// Whether the boundary is where a basic block ends only for the engine, or for somebody who
    /// counts: what executes must not depend on it.
    bool is_at_seam() const { return m_current == &m_none && m_seam_at == m_none.end; }
    /// Execution has come to an instruction that is not executed: Undefined, BKPT, or aborted.
    /// Where fetches count, so does its fetch; elsewhere only what is executed does.
    void fetch_unexecuted(const instruction& i) {
        if (m_follows_fetches != 0 && m_core.data.fetches_are_requests) {
            m_memory.fetch(i.pc, i.bytes, i.end(), m_dynamic);
        }
    }
    /// An instruction takes a data abort, before which execution has stopped: it counts nothing,
    /// but that it was not aligned.
    void abort_access(const instruction& i);
    /// Something else than an instruction takes time or counts, such as an exception.
    void add(activity::activity_kind kind, std::uint64_t n) { m_dynamic.add(kind, n); }
    /// An exception comes before the instruction at pc. What is not yet drained, and none that was
    /// executed has, is of that one, such as its fetch.
    void stop_before(std::uint32_t pc) { m_payer = pc; }
    /// Execution goes on at an exception vector, whose first instruction has what that takes.
    void enter_exception(std::uint32_t vector);
    /// Execution goes on at pc, after an instruction that does not count.
    void go_on_at(std::uint32_t pc, std::uint8_t it_state) { go_to_none(pc, it_state); }

    /// Everything executed since the last drain.
    void drain(activity_counts& into);
    /// The same, an instruction at a time in the order of execution, where every block since the
    /// last drain has been executed once. What f is handed is f's own from then on.
    void drain_each(const std::function<void(const instruction*, activity_counts&)>& f);
    /// Of what there is to drain, the address of the instruction executed last, where every block
    /// has been executed once; nothing: none has.
    std::optional<std::uint32_t> last_executed() const;

private:
    void note_sequel(const basic_block& before, std::uint32_t pc);
    void list(basic_block& block);
    void note_successor(basic_block& before, basic_block& block);
    void forget_successors();
    void close(basic_block& block, std::uint32_t pc);
    bool has_changed_pc(const basic_block& block, std::uint32_t pc) const;
    void begin(const basic_block& block);
    void fetch(const basic_block& block);
    void finish(const basic_block& block);
    void finish(const instruction& i, activity_counts& into);
    void return_from_procedure(const basic_block& block, std::uint32_t pc);
    void return_from_exception(const basic_block& block, std::uint32_t pc);
    bool skip_to(std::uint32_t pc);
    bool pauses_at(std::uint32_t pc, bool is_seam);
    bool is_seam(const basic_block& before, const basic_block& next) const;
    entry enter_special(basic_block& block);
    entry enter_rest(std::uint32_t pc, std::uint32_t bytes);
    void close_current(std::uint32_t pc);
    void go_to(std::uint32_t pc);
    void go_to_none(std::uint32_t pc, std::uint8_t it_state);
    void choose_looks();
    void make_all_anew();
    void begin_piece(const instruction& by, std::uint32_t first, std::uint32_t to_physical,
                     bool is_write);
    void take_piece(const instruction& by, std::uint32_t address, std::uint32_t bytes,
                    bool is_write);
    bool begins_instruction() const {
        const std::vector<block_item>& items = m_current->items;
        return m_next_item < items.size() &&
               (m_next_item == 0 ||
                items[m_next_item - 1].instruction != items[m_next_item].instruction);
    }
    /// The instruction that has accessed something last is executed: it counts that.
    void settle() {
        if (!m_held.empty()) {
            (m_held_at < m_details.size() ? m_details[m_held_at] : m_dynamic).add(m_held);
            m_held.clear();
        }
    }
    void drop_held(std::uint32_t pc);
    bool divides_by_zero(const instruction& i) const;
    void access_item(const instruction& by, bool is_first, std::uint32_t address,
                     std::uint32_t bytes, bool is_write, bool is_device, activity_counts& into);
    bool is_privileged(const instruction& i) const;
    std::uint32_t address_now(const instruction& i) const;
    void know_data_page(std::uint32_t address);
    bool is_aborted(const instruction& by, std::uint32_t address);
    std::optional<std::uint32_t> address_in(std::uint32_t first, std::uint32_t end,
                                            std::uint32_t physical) const;
    void drop_forgotten();
    void cut_details(std::size_t executed);
    bool has_details() const { return m_is_detailed || m_account != nullptr; }
    void spend(basic_block& block, bool changes_pc);
    void make_parts(basic_block& block) const;
    void charge(std::uint32_t pc, activity_counts counts);
    void charge(basic_block& block);
    void settle_account();
    static void add_masked(activity_counts& counts, unsigned masks);
    activity_counts& details_of_last(const basic_block& block);

    const core_model& m_core;
    guest_memory& m_code;
    const cpu_view& m_cpu;
    block_table m_blocks;
    memory_model m_memory;
    return_stack m_return_stack{m_core.return_stack_entries};
    address_translation* m_translation = nullptr; ///< nullptr: addresses are physical
    std::function<table_registers()> m_read_table_registers;
    std::int64_t m_budget = 0;
    std::uint64_t m_drained_cycles = 0;
    std::uint64_t m_longest_told = UINT64_MAX; ///< by longest_block()
    basic_block m_none;                        ///< stands for no block
    basic_block* m_current = &m_none;
    basic_block* m_trapped = &m_none;
    activity_counts m_dynamic;       ///< beside what executions of blocks count
    activity_counts m_at_begin;      ///< the same of the first instruction of the current block, or
                                     ///< of the next one: before it is executed
    counts_by_instruction m_details; ///< and of those of the current block, if has_details()
    // What an instruction has accessed and may still be aborted for: that counts once it is
    // executed.
    activity_counts m_held;
    std::uint32_t m_held_pc = 0; ///< of that instruction
    std::size_t m_held_at = 0;   ///< its position in the current block
    bool m_is_held_of_device = false;
    std::uint64_t m_aborted_cycles = 0; ///< of what was aborted, after all that is executed
    bool m_is_detailed = false;
    /// Whether each instruction is to have what the memory system does for it: else cycles alone.
    bool m_counts_by_instruction = false;
    activity_account* m_account = nullptr; ///< nullptr: nobody keeps one
    activity_counts m_spent;               ///< of m_dynamic, what it has been told
    std::uint32_t m_payer = 1;             ///< of what nothing executed has: an address
    bool m_counts_accesses = false;
    bool m_is_anew = false;             ///< blocks are made anew since split() was called
    std::uint8_t m_at_every_entry = 0;  ///< not 0: there is something to do before every block
    std::uint8_t m_follows_fetches = 0; ///< not 0: the memory system sees every fetch
    std::uint8_t m_at_every_end = 0;    ///< not 0: there is something to do after every block
    std::uint32_t m_mode = 0;           ///< CPSR[4:0] where the current block was entered
    unsigned m_masks = 0;               ///< CPSR[7:6] there: FIQ and IRQ
    std::size_t m_next_item = 0;        ///< of the current block
    std::uint32_t m_to_address = 0;     ///< from the physical address of the latest item to its own
    std::uint32_t m_located_pc = 0;     ///< the latest instruction that was located
    std::uint32_t m_located_next = 0;   ///< where it would access its next item
    std::uint32_t m_located_left = 0;   ///< bytes that it has not accessed
    std::uint32_t m_located_done = 0;   ///< what it has accessed: items or pieces
    std::uint32_t m_located_again = 0;  ///< bytes left where it stores what it has loaded
    std::uint32_t m_located_first = 0;  ///< the physical address of its first item
    std::uint32_t m_located_end = 0;    ///< and the address after its last one
    std::uint32_t m_located_excess = 0; ///< from where it accesses an item to the item's address
    device_piece m_piece;               ///< that was located last
    std::uint32_t m_located_offset = 0; ///< from its address to the physical one
    std::size_t m_aborted = SIZE_MAX;   ///< the instruction of the current block that is aborted
    std::uint32_t m_excused = 1;        ///< need not be aligned
    std::uint32_t m_spins_at = 1;       ///< the branch to itself that is executing; odd: none
    std::uint32_t m_paused_at = 1;      ///< the boundary where execution has come to; odd: none
    std::uint32_t m_seam_at = 1;        ///< the seam where execution has come to; odd: none
    /// What the host executes there comes after the one before in memory; nothing: after a change
    /// of PC.
    std::optional<std::uint32_t> m_sequel_at;
    std::optional<std::uint32_t> m_control_written_at; ///< by the instruction there
    bool m_has_written_status = false;                 ///< see take_status_write()
    bool m_is_located_first = true;                    ///< it has accessed none before
    std::vector<basic_block*> m_listed; ///< those with executions to drain, or with successors
};

} // namespace platform::iss
