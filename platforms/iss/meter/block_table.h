// SPDX-License-Identifier: Apache-2.0
// The basic blocks that a CPU has come to, made from the code in memory.
#pragma once

#include <iss/decode/decoder.h>
#include <iss/host/guest_memory.h>
#include <iss/meter/alignment.h>
#include <iss/meter/basic_block.h>
#include <iss/meter/cpu_view.h>
#include <iss/mmu/address_translation.h>

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace platform::iss {

/// Finds and makes blocks. They live until the code that they are made of changes, or until there
/// are too many of them.
class block_table {
public:
    using trap_filter = std::function<bool(const instruction&)>;
    /// Blocks that are kept, some hundred bytes each.
    static constexpr std::size_t most_blocks = std::size_t{1} << 15;

    /// \param code the memory that the CPU fetches from \param is_trap what the host executes
    block_table(const core_model& core, bool has_caches, guest_memory& code, const cpu_view& cpu,
                trap_filter is_trap);

    /// The memory that the CPU fetches from is where these tables say.
    void set_translation(address_translation& translation) { m_translation = &translation; }
    /// Addresses may lead elsewhere now: each block is looked up anew, which makes it one of this
    /// epoch.
    void begin_epoch() { ++m_epoch; }
    std::uint32_t epoch() const { return m_epoch; }

    /// The block that was looked up last at a place that pc shares with others.
    basic_block* recent(std::uint32_t pc) const { return m_recent[slot_of(pc)]; }
    /// The block [pc, pc + bytes), in the state, ARM or Thumb, in which the CPU is.
    basic_block* look_up(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state);
    /// The same, which need not be the one that is looked up next.
    basic_block* find_or_make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state) {
        return find_or_make(pc, bytes, it_state, to_physical(pc));
    }
    /// The block as far as pc, which lies inside of it.
    basic_block* part_of(basic_block& whole, std::uint32_t pc);
    /// The block where its first instruction passes the condition that it depends on.
    basic_block* passed(basic_block& block);

    /// The engine has translated the code in [pc, pc + bytes), in the state in which the CPU is: it
    /// may have changed. That is what the engine executes there from now on, whatever is stored
    /// there, until it translates it again.
    /// \param is_all false: it is not known how much of that has been translated
    /// \return whether there was any block that begins there
    bool renew(std::uint32_t pc, std::uint32_t bytes, bool is_all = true);
    /// The host has written to [address, address + bytes): what executes there is made anew.
    /// \return whether there has ever been any
    bool forget(std::uint32_t address, std::size_t bytes);
    /// The engine has translated nothing: it will tell of all that it executes by renew().
    void forget_translations() { m_code_pages.clear(); }
    /// Every block is to be made anew.
    void forget_all();
    /// Frees what was forgotten, but for blocks that `is_in_use`. None has executions to drain.
    /// \param release is called before with each that is freed
    void free_forgotten(const std::function<bool(const basic_block*)>& is_in_use,
                        const std::function<void(basic_block&)>& release);
    /// Calls f(block) for each block that there is.
    void for_each(const std::function<void(basic_block&)>& f);
    bool is_full() const { return m_count >= most_blocks; }
    /// Cycles that no block made so far exceeds, whatever caches and TLBs add.
    std::uint64_t longest() const { return m_most_cycles; }

    /// What to do about accesses that are not aligned, and whether a division by zero is Undefined.
    /// \return whether that is new
    bool set_control(alignment_policy policy, bool division_traps);
    /// SP may not be aligned from now on. \return whether that is new
    bool distrust_stack();
    /// Somebody counts these kinds of activity, as bits: what only others depend on need not be
    /// known. Unless it is called, all are counted; after that they never become fewer.
    /// \return whether blocks that were made before lack something
    bool want(std::uint64_t kinds);
    /// Whether an instruction has to be looked at before it executes, for its address.
    bool checks_address(const instruction& i) const;
    /// The same for its divisor.
    bool checks_divisor(const instruction& i) const;
    alignment_policy alignment() const { return m_alignment; }
    /// Whether an instruction is Undefined on the core, and the engine executes it.
    bool is_undefined_here(const instruction& i) const;
    /// Whether the host executes an instruction, or the IT block that it begins.
    bool is_for_host(const instruction& i, std::uint8_t it_before) const;

    /// Whether execution may stop between two instructions, the second after the first, in fast
    /// mode: where a basic block ends. That does not depend on who counts, nor on what an engine
    /// calls a block.
    bool may_pause(const instruction& before, const instruction& next) const {
        return next.it_before == 0 && (may_pause_after(before) || may_pause_before(next));
    }

    /// The instruction at an address, as it is in memory.
    instruction instruction_at(std::uint32_t pc, bool is_thumb, std::uint8_t it_state) const;
    /// Bytes of the Thumb instruction at an address.
    std::uint32_t thumb_bytes_at(std::uint32_t pc) const;

private:
    static constexpr std::size_t slots = std::size_t{1} << 16;
    static std::size_t slot_of(std::uint32_t pc) { return (pc >> 1U) & (slots - 1); }

    using block_list = std::vector<std::unique_ptr<basic_block>>;

    std::uint32_t to_physical(std::uint32_t pc) const {
        return m_translation != nullptr ? m_translation->offset(pc) : 0;
    }

    /// The words of a page of which something has been executed, by state.
    struct code_page {
        static constexpr std::uint32_t bytes = 4096;

        std::bitset<bytes / 4> in_arm_state;
        std::bitset<bytes / 4> in_thumb_state;
    };

    basic_block* find_or_make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state,
                              std::uint32_t to_physical);
    void note_code(std::uint32_t pc, std::uint32_t bytes);
    bool has_both_states(std::uint32_t pc) const;
    bool forget_at(std::uint32_t pc, const std::function<bool(const basic_block&)>& is_meant);
    std::unique_ptr<basic_block> make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state,
                                      bool has_passed);
    void note_length(const basic_block& block);
    void append(basic_block& block, const instruction& i);
    void set_conditions(basic_block& block, const instruction& last) const;
    instruction decode(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                       bool is_thumb, std::uint8_t it_state) const;
    instruction decode_at(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                          bool is_thumb, std::uint8_t it_state) const;
    bool is_missing(const instruction& i) const;
    bool is_it_for_host(const instruction& it) const;
    bool looks_at_condition(const instruction& i) const;
    static bool is_access_after_stop(const basic_block& block, const instruction& i);
    bool begins_block(const instruction& i, std::uint8_t it_before) const;
    bool ends_block(const instruction& i) const;
    bool may_pause_before(const instruction& i) const;
    bool may_pause_after(const instruction& i) const;
    bool is_thumb() const;
    bool read_code(std::uint32_t pc, std::uint8_t* code, std::uint32_t bytes) const;

    const core_model& m_core;
    const bool m_has_caches;
    std::uint64_t m_most_cycles = 0; ///< of a block
    guest_memory& m_code;
    const cpu_view& m_cpu;
    trap_filter m_is_trap;
    address_translation* m_translation = nullptr; ///< nullptr: addresses are physical
    std::uint32_t m_epoch = 0;
    decoder m_decoder;
    alignment_policy m_alignment = alignment_policy::works;
    bool m_division_traps = false;
    bool m_trusts_stack = true;
    std::optional<std::uint64_t> m_wanted; ///< kinds that somebody counts; nothing: all
    basic_block m_nowhere;                 ///< no block is at its address
    std::vector<basic_block*> m_recent;    ///< by slot_of(pc); never nullptr
    std::unordered_map<std::uint32_t, block_list> m_blocks; ///< by their first address
    std::size_t m_count = 0;
    std::unordered_map<std::uint32_t, code_page> m_code_pages; ///< by address / code_page::bytes
    std::uint32_t m_longest = 0; ///< bytes of what was translated at once
    block_list m_forgotten;      ///< may have executions to drain
    std::uint32_t m_translated_pc = 0;
    std::vector<std::uint8_t> m_translated; ///< the code that was translated last, from there on
};

} // namespace platform::iss
