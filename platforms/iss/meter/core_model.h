// SPDX-License-Identifier: Apache-2.0
// What the simulator has to know of a CPU: which one it is, what its instructions cost, what its
// memory system looks like.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstdint>
#include <vector>

namespace platform {

/// The CPUs that the simulator can be.
enum class cpu_type : std::uint8_t { arm1136, xscale, cortex_r5 };

/// The timing model: cycles that an instruction takes, beyond those of the memory system.
///
/// An instruction takes one cycle. A load or store takes one for each item that it transfers, and
/// one if its condition fails; a multiply or divide takes what is given here, whatever its
/// condition. An instruction that changes PC takes more cycles to refill the pipeline. Conditional
/// branches with a label are predicted by their direction, backward taken and forward not;
/// procedure returns are predicted; every other change of PC by a register or by a load is not.
/// With caches, a second fetch for one instruction and the second line of an item take one more
/// cycle each. So nothing happens more often than there are cycles.
struct timing_model {
    std::uint32_t multiply = 2;        ///< cycles of a multiplication
    std::uint32_t divide = 12;         ///< cycles of a division
    std::uint32_t taken_branch = 1;    ///< more cycles where PC changes as predicted
    std::uint32_t mispredicted = 5;    ///< more cycles where the prediction was wrong
    std::uint32_t exception_entry = 3; ///< cycles from an instruction to the first of the handler
    std::uint32_t cache_miss = 20;     ///< stall cycles of a refill, at least 8
    std::uint32_t tlb_refill = 1;      ///< stall cycles of a refill from the main TLB, at least 1
    std::uint32_t table_walk = 30;     ///< stall cycles of a page table walk, at least 8
};

/// The size of a cache: all three are powers of two.
struct cache_geometry {
    std::uint32_t bytes = 0; ///< 0: there is no cache
    std::uint32_t ways = 0;
    std::uint32_t line = 0; ///< bytes, 16 to 256

    bool exists() const { return bytes != 0; }
    std::uint32_t sets() const { return bytes / ways / line; }
};

/// The translation buffers of a CPU, for pages of 4 KiB. They are looked up beside the caches, as
/// if the MMU mapped every page to itself. 0 entries: there is none.
struct tlb_geometry {
    std::uint32_t instruction_entries = 0; ///< fully associative
    std::uint32_t data_entries = 0;        ///< fully associative
    std::uint32_t main_sets = 0;           ///< of a second level behind both; 0: there is none
    std::uint32_t main_ways = 0;
};

/// A CPU.
struct core_model {
    cpu_type type;
    const char* name;
    unsigned architecture; ///< Tag_CPU_arch of the newest code that it executes
    char profile;          ///< Tag_CPU_arch_profile, 0: none
    timing_model timing;
    tlb_geometry tlb;
    /// Writes to these registers are a wait for interrupt, beside the hint WFI.
    std::vector<pmu::coprocessor_register> wait_for_interrupt;
};

/// The CPU of this type.
const core_model& core_model_of(cpu_type type);

} // namespace platform
