// SPDX-License-Identifier: Apache-2.0
// Instructions that execute one after another, and what they count.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/meter/activity_counts.h>
#include <iss/meter/core_model.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace platform {

/// What one instruction counts, the cycles included, without what the memory system adds.
struct instruction_counts {
    activity_counts always;       ///< whatever its condition
    activity_counts when_taken;   ///< beside that, if it changes PC
    activity_counts when_passed;  ///< beside that, if it depends_on_condition() and that holds
    activity_counts when_falling; ///< beside that, if it is a branch and PC goes on
};

/// \param has_caches the memory system counts the accesses to caches
instruction_counts counts_of(const instruction& i, const timing_model& timing, bool has_caches);

/// Whether it counts otherwise where it fails its condition, which where execution goes does not
/// show: a load or store, and a coprocessor write or barrier that an event is about.
bool depends_on_condition(const instruction& i);

/// One item that a straight run loads or stores.
struct run_item {
    std::uint16_t instruction = 0; ///< its position in the run
    bool is_first = false;         ///< of that instruction
};

/// A straight run: it is entered at its first instruction, and only its last one can change PC.
/// Only of its first instruction depends_on_condition() is true, so that one look at the flags
/// tells what it counts.
struct straight_run {
    std::uint32_t pc = 0;
    std::uint32_t end = 0;      ///< the address behind the last instruction
    std::uint8_t it_before = 0; ///< ITSTATE where it begins
    std::uint8_t it_after = 0;  ///< and where it ends
    std::uint8_t at_entry = 0;  ///< what there is to do before it: a set of the following
    static constexpr std::uint8_t is_trap = 1;        ///< its first instruction is the host's
    static constexpr std::uint8_t is_conditional = 2; ///< that depends_on_condition()
    static constexpr std::uint8_t has_stops = 4;      ///< which the engine does not know yet
    static constexpr std::uint8_t is_cache_operation = 8;
    bool is_listed = false;  ///< has executions that are not drained
    bool has_passed = false; ///< its first instruction passed the condition that it depends on
    /// What it takes at most; beyond every budget if it may change the interrupt masks, so that
    /// the meter looks at them behind it.
    std::int64_t worst_cycles = 0;

    /// Executions since the last drain: [0] that went on at `end`, [1] that went elsewhere.
    std::uint64_t left[2] = {0, 0};

    activity_counts always;
    activity_counts when_taken;
    activity_counts when_falling;
    activity_counts when_passed;          ///< of the first instruction
    straight_run* part = nullptr;         ///< the part of it that was asked for last
    std::unique_ptr<straight_run> passed; ///< the same run where the first instruction passes
    std::vector<instruction> instructions;
    std::vector<run_item> items;      ///< in the order of execution
    std::vector<std::uint32_t> stops; ///< addresses inside where the run has to be split: traps and
                                      ///< what depends_on_condition()
};

} // namespace platform
