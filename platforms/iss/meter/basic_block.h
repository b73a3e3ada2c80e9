// SPDX-License-Identifier: Apache-2.0
// Instructions that execute one after another, and what they count.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/meter/activity_counts.h>
#include <iss/meter/core_model.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace platform::iss {

/// Of a page of the engine (CPUs before ARMv7-A, and those with an MPU): there every block ends.
constexpr std::uint32_t block_page_bytes = 1024;

/// What one instruction counts, the cycles included, without what the memory system adds.
struct instruction_counts {
    activity_list always;       ///< whatever its condition
    activity_list when_taken;   ///< beside that, if it changes PC
    activity_list when_passed;  ///< beside that, if it depends_on_condition() and that holds
    activity_list when_falling; ///< beside that, if it may change PC and does not
};

instruction_counts counts_of(const instruction& i, const core_model& core);

/// Whether it counts otherwise where it fails its condition, and where execution goes on does not
/// show that: one look at the flags before it tells.
bool depends_on_condition(const instruction& i, const core_model& core);

/// Whether there is something to do after it: what it has done shows in registers only then.
bool has_effect_after(const instruction& i, const core_model& core);
/// Whether the return stack of the core predicts where it goes: that shows when it is executed.
bool is_predicted_by_stack(const instruction& i, const core_model& core);

/// One item that a block loads or stores.
struct block_item {
    std::uint16_t instruction = 0; ///< its position in the block
    bool is_first = false;         ///< of that instruction, or of what SWP stores
    bool is_usual = false;         ///< it loads or stores nothing else, and as its mode does
};

struct basic_block;

/// Where execution went after a block, and how often.
struct successor {
    static constexpr std::uint64_t unknown = 1; ///< no place

    std::uint64_t place = unknown; ///< place_of() the latest block there, if it asks for nothing
    std::uint64_t times = 0;       ///< since the last drain, whichever block came then
    std::int64_t worst_cycles = 0; ///< of that block
    basic_block* block = nullptr;
};

/// The instructions of [pc, pc + bytes), as one number: even.
constexpr std::uint64_t place_of(std::uint32_t pc, std::uint32_t bytes) {
    return std::uint64_t{bytes} << 32U | pc;
}

/// Instructions of a block, one after the other.
struct block_part {
    std::uint32_t pc = 0; ///< of the first one
    /// What they count in an execution that goes on at the block's end, and in one that changes PC,
    /// without what the memory system adds.
    activity_list spent[2];
};

/// A basic block: it is entered at its first instruction, and only its last one can change PC. Only
/// of its first instruction depends_on_condition() is true, so that one look at the flags tells
/// what it counts.
struct alignas(64) basic_block { // what each execution touches is in two cache lines
    /// After executions after which execution went on at `end`, and after those that led elsewhere.
    successor after[2];

    std::uint32_t pc = 0;
    std::uint32_t end = 0;      ///< the address after the last instruction
    std::uint8_t it_before = 0; ///< ITSTATE where it begins
    std::uint8_t it_after = 0;  ///< and where it ends
    bool is_thumb = false;
    bool always_changes_pc = false; ///< even where it goes on at `end`
    /// Whether execution may stop before it, and after it, in fast mode: block_table::may_pause().
    bool may_pause_before = true;
    bool may_pause_after = true;

    std::uint8_t at_entry = 0;                         ///< what to do before it: a set of
    static constexpr std::uint8_t is_trap = 1;         ///< its first instruction is the host's
    static constexpr std::uint8_t is_conditional = 2;  ///< that depends_on_condition()
    static constexpr std::uint8_t has_stops = 4;       ///< which the engine does not know yet
    static constexpr std::uint8_t checks_address = 8;  ///< it may have to be aligned, and is not
    static constexpr std::uint8_t is_endless = 16;     ///< it branches to itself, in no IT block
    static constexpr std::uint8_t checks_divisor = 32; ///< it is Undefined if that is 0

    std::uint8_t at_end = 0;                            ///< what to do after it: a set of
    static constexpr std::uint8_t asks_condition = 1;   ///< it may have gone to `end` by a branch
    static constexpr std::uint8_t returns = 2;          ///< from an exception
    static constexpr std::uint8_t has_effects = 4;      ///< has_effect_after()
    static constexpr std::uint8_t checks_stack = 8;     ///< it may leave SP not aligned
    static constexpr std::uint8_t leaves_it_block = 16; ///< by a branch that must not be there
    static constexpr std::uint8_t writes_status = 32;   ///< it may change mode or interrupt masks
    static constexpr std::uint8_t calls = 64;           ///< a procedure, of which a stack is kept
    static constexpr std::uint8_t asks_stack = 128;     ///< it returns, predicted by that stack

    bool is_listed = false;       ///< in the meter, whose it is to forget what comes after it
    std::uint8_t first_bytes = 0; ///< of its first instruction
    bool has_passed = false;      ///< its first instruction passed the condition that it depends on
    std::uint32_t first_stop = 1; ///< of `stops`; odd: there are none
    std::uint32_t epoch = 0;      ///< of block_table, in which it was looked up last
    /// What it takes at most; beyond every budget if it may change the interrupt masks, so that
    /// the meter looks at them after it.
    std::int64_t worst_cycles = 0;

    successor& where(std::uint32_t next_pc) { return after[next_pc != end ? 1 : 0]; }
    // Executions since the last drain: those after which execution went on at `end` without a
    // branch, and those that changed PC.
    std::uint64_t times_gone_on() const { return always_changes_pc ? 0 : after[0].times; }
    std::uint64_t times_changed_pc() const {
        return after[1].times + (always_changes_pc ? after[0].times : 0);
    }

    /// Those of who keeps an account, see activity_account::parts(); none until there is something
    /// to tell.
    std::vector<block_part> parts;
    /// Drained executions that it was not told by instruction, as `after` has them, by the
    /// interrupts that were masked.
    std::uint64_t uncharged[4][2] = {};
    /// Nothing is known of its executions any more.
    void unlist() {
        after[0] = after[1] = {};
        is_listed = false;
    }

    std::uint32_t to_physical = 0; ///< to be added to an address in it for the physical one

    activity_list always;
    activity_list when_taken;
    activity_list when_falling;
    activity_list when_passed;           ///< of the first instruction
    basic_block* part = nullptr;         ///< the part of it that was asked for last
    std::unique_ptr<basic_block> passed; ///< the same block where the first instruction passes
    std::vector<instruction> instructions;
    std::vector<block_item> items;    ///< in the order of execution
    std::vector<std::uint32_t> stops; ///< addresses inside where the block has to be split
};

} // namespace platform::iss
