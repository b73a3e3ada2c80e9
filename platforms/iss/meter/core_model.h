// SPDX-License-Identifier: Apache-2.0
// What the simulator has to know of a CPU, as data: which one it is, what its instructions cost,
// what its memory system looks like, and what each of its activities counts as.
#pragma once

#include <activity/cycle_activity.h>
#include <activity/replacement.h>
#include <iss/decode/instruction.h>
#include <iss/mmu/page_tables.h>
#include <pmu/core/coprocessor_address.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace platform::iss {

/// The CPUs that the simulator can be.
enum class cpu_type : std::uint8_t { arm1136, arm1176, xscale, ixp42x, cortex_r5 };

/// What the engine executes code as: the CPUs that it knows.
enum class engine_cpu : std::uint8_t { arm1136, arm1176, pxa255, cortex_r5f };

/// The timing model: cycles that an instruction takes, beyond those of the memory system.
///
/// An instruction takes one cycle. A load or store takes one for each item that it transfers, a
/// multiplication what is given here, whatever its condition; one that fails its condition takes
/// one otherwise. An instruction that changes PC takes more cycles to refill the pipeline. With
/// caches, a second fetch for one instruction and the second line of an item take one more cycle
/// each.
struct timing_model {
    std::uint32_t multiply = 2;        ///< cycles of a multiplication
    std::uint32_t divide = 12;         ///< cycles of a division
    std::uint32_t taken_branch = 1;    ///< more cycles where PC changes as predicted
    std::uint32_t mispredicted = 5;    ///< more cycles where the prediction was wrong, or none made
    std::uint32_t exception_entry = 3; ///< cycles from an instruction to the first of the handler
    std::uint32_t cache_miss = 20;     ///< stall cycles of a refill, at least 8
    std::uint32_t tlb_refill = 1;      ///< stall cycles of a refill from the main TLB, at least 1
    std::uint32_t table_walk = 30;     ///< stall cycles of a page table walk, at least 8
};

/// Which line of a set a refill replaces.
enum class cache_policy : std::uint8_t {
    core, ///< as the CPU at hand has it
    lru,  ///< and the others: whatever the CPU, and SCTLR.RR
    round_robin,
    random,
};

/// What a cache is like: its size, of which all three numbers are powers of two, and its policy.
struct cache_geometry {
    std::uint32_t bytes = 0; ///< 0: there is no cache
    std::uint32_t ways = 0;
    std::uint32_t line = 0; ///< bytes, 16 to 256
    cache_policy policy = cache_policy::core;

    friend bool operator==(const cache_geometry& a, const cache_geometry& b) {
        return a.bytes == b.bytes && a.ways == b.ways && a.line == b.line && a.policy == b.policy;
    }

    bool exists() const { return bytes != 0; }
    std::uint32_t sets() const { return bytes / ways / line; }
};

/// Both caches of a CPU: there are both, or none.
struct cache_pair {
    cache_pair() = default;
    cache_pair(const cache_geometry& of_both) : instruction(of_both), data(of_both) {}
    cache_pair(const cache_geometry& of_instructions, const cache_geometry& of_data)
        : instruction(of_instructions), data(of_data) {}

    bool exist() const { return data.exists(); }

    cache_geometry instruction; ///< of the instruction cache
    cache_geometry data;        ///< of the data cache
};

/// The translation buffers of a CPU: each entry is a page, whatever its size. They are looked up
/// beside the caches, with the MMU off as if it mapped every page of 4 KiB to itself. 0 entries:
/// there is none.
struct tlb_geometry {
    std::uint32_t instruction_entries = 0; ///< fully associative
    std::uint32_t data_entries = 0;        ///< fully associative
    std::uint32_t main_sets = 0;           ///< of a second level after both; 0: there is none
    std::uint32_t main_ways = 0;
    activity::replacement_rules rules{activity::replacement::round_robin}; ///< of each of them

    bool exists() const { return data_entries != 0; }
};

/// How a change of PC is predicted.
enum class prediction : std::uint8_t {
    none,         ///< not at all: costs a flush, and is no misprediction
    unpredicted,  ///< not at all, and the core's event calls the flush a misprediction
    by_direction, ///< backward taken, forward not; without a condition taken
    right,        ///< always right, its condition too
    by_stack,     ///< by the return stack where it has no condition; with one, as `none`
    wrong,        ///< predicted, and always wrong where PC changes
};

/// What a way to change PC counts as.
struct branch_rule {
    bool is_branch = false;      ///< `branch`, also where its condition fails
    bool is_immediate = false;   ///< `immediate_branch`, likewise
    bool is_predictable = false; ///< `branch_predictable`, likewise
    bool is_return = false;      ///< `procedure_return`, where PC changes
    prediction predicted = prediction::none;
};
using branch_rules = std::array<branch_rule, pc_writers>; ///< by pc_writer

/// When a mode change keeps a change of PC from being counted.
enum class pc_change_rule : std::uint8_t {
    any_mode,  ///< never; the entry to an exception is no change of PC by software
    same_mode, ///< always; an SVC that changes no mode is a change of PC by software
};

/// What a data access counts as, and what it does.
struct data_rules {
    bool transfers_anywhere = false; ///< `dcache_transfer` is each item of every load and store;
                                     ///< else each line of an item in cachable memory
    bool allocates_on_store = true;
    /// The kind of the stall cycles in which a store waits for its line; `nothing`: none.
    activity::activity_kind store_stall = activity::activity_kind::nothing;
    /// A preload is an access, and a miss, as a load; else `preload_linefill` only.
    bool preload_is_access = true;
    bool device_drains = false;        ///< an instruction that accesses a device drains
    bool uncached_swap_drains = false; ///< so does SWP to memory that is not cached
    bool fetches_are_requests = false; ///< of code that is not cached
    std::uint32_t block = 32;          ///< bytes that one request to uncached memory may span
    std::uint32_t line_without_cache = 32;
};

/// What to do about loads and stores whose address is not a multiple of their items' size.
enum class unaligned_rule : std::uint8_t {
    ignores, ///< ARMv5: the low bits are ignored; LDR and SWP rotate
    by_u,    ///< ARMv6: SCTLR.U = 0: as ARMv5; U = 1: as ARMv7
    works,   ///< ARMv7: single items work; what needs_alignment is an alignment fault
};

/// What a write to a register of CP15 does in the memory system.
enum class memory_operation : std::uint8_t {
    none,
    control, ///< SCTLR: turns caches on and off
    flush_prefetch,
    invalidate_icache,
    invalidate_icache_line, ///< by address
    invalidate_icache_way,  ///< by set and way
    invalidate_dcache,
    invalidate_dcache_line,
    invalidate_dcache_way,
    invalidate_caches,
    clean_dcache,
    clean_dcache_line,
    clean_dcache_way,
    clean_invalidate_dcache,
    clean_invalidate_dcache_line,
    clean_invalidate_dcache_way,
    allocate_line,
    lock_icache_ways, ///< those of the bits that are 1, in all sets
    lock_dcache_ways,
    lock_icache_line, ///< reads it, and keeps it
    unlock_icache,
    lock_dcache_fills, ///< while bit 0 is 1
    unlock_dcache,
    mini_data_policy, ///< of stores to the mini-data cache: the Auxiliary Control Register
    invalidate_tlbs,
    invalidate_itlb,
    invalidate_dtlb,
    invalidate_tlbs_page,
    invalidate_itlb_page,
    invalidate_dtlb_page,
    invalidate_tlbs_space, ///< of an address space, by its ASID
    invalidate_itlb_space,
    invalidate_dtlb_space,
    tables, ///< where the page tables are and what they mean, or of which address space
};

/// Whether addresses may lead elsewhere after it.
constexpr bool changes_translation(memory_operation operation) {
    return operation == memory_operation::control || operation >= memory_operation::invalidate_tlbs;
}

/// A register write that an event or the memory system is about.
struct register_write {
    pmu::coprocessor_register where;
    memory_operation operation = memory_operation::none;
    activity::activity_kind kind = activity::activity_kind::nothing; ///< that it counts as
};

/// An identification register: what it reads.
struct identification {
    pmu::coprocessor_register where;
    std::uint32_t value = 0;
};

/// A CPU.
struct core_model {
    cpu_type type;
    const char* name;
    engine_cpu engine;
    unsigned architecture; ///< Tag_CPU_arch of the newest code that it executes
    char profile;          ///< Tag_CPU_arch_profile, 0: none
    /// Else BL and BLX with a label are two instructions of Thumb, and there is no IT block.
    bool has_thumb2;
    bool has_security_extensions; ///< software starts in the Secure world, and stays there
    bool has_process_id;          ///< of the FCSE
    bool has_big_endian_bit;      ///< SCTLR.B; else it reads as 0, whatever is written there
    bool has_accumulator;         ///< of the multiply-accumulate coprocessor of the XScale, CP0
    timing_model timing;
    activity::replacement_rules replacement; ///< of caches
    bool round_robin_by_control;             ///< if SCTLR.RR is 1, in place of `replacement`
    bool has_mini_data_cache;                ///< beside the data cache, for pages that ask for it
    tlb_geometry tlb;
    std::optional<table_format> tables; ///< of its MMU; nothing: there is none
    branch_rules branches;
    /// Of prediction::by_stack; an address that is pushed beyond them replaces the oldest.
    unsigned return_stack_entries;
    bool predicts_no_call; ///< with a condition, whatever its direction
    pc_change_rule pc_changes;
    data_rules data;
    unaligned_rule unaligned;
    bool barriers_drain; ///< DSB and DMB
    /// The bits of SCTLR that boot code leaves set, beside C and I.
    std::uint32_t boot_control;
    std::vector<register_write> writes;
    std::vector<register_write> pair_writes; ///< by MCRR: of each line of a range
    std::vector<identification> identity;
    /// Bits 31 to 24 of the cache type register before ARMv7: Harvard caches, write-back.
    std::uint32_t cache_type;
    bool waits_at_hint; ///< the hint WFI is a wait for interrupt; else it does nothing
    /// Writes to these registers are a wait for interrupt, too.
    std::vector<pmu::coprocessor_register> wait_for_interrupt;
    /// Writes to these do nothing; on other CPUs they are a wait for interrupt.
    std::vector<pmu::coprocessor_register> no_wait;
    /// The kinds of activity that the simulator knows of this CPU, as bits, and those of them that
    /// it knows only with caches.
    std::uint64_t known_kinds;
    std::uint64_t known_with_caches;

    /// nullptr: it writes to no register that anything is known about.
    const register_write* find_write(const instruction& i) const;
    bool knows(activity::activity_kind kind, bool has_caches) const {
        return (activity::bit_of(kind) & known_kinds) != 0 &&
               (has_caches || (activity::bit_of(kind) & known_with_caches) == 0);
    }
};

/// The CPU of this type.
const core_model& core_model_of(cpu_type type);

/// What is replaced in a cache of this policy, for people: "pseudo-random".
const char* replacement_name(const core_model& core, cache_policy policy);

/// What the identification registers of a core tell of caches: where a field cannot tell a size,
/// the nearest one that it can.
cache_geometry identified_geometry(const core_model& core, const cache_geometry& geometry);

/// The cache type register and the like; of CCSIDR that of the data cache.
std::vector<identification> cache_identification(const core_model& core, const cache_pair& caches);

/// What CCSIDR reads of the cache that CSSELR has selected: 0 the data cache, 1 the instruction
/// cache; 0 of any other.
std::uint32_t cache_size_identification(const core_model& core, const cache_pair& caches,
                                        std::uint32_t selection);

} // namespace platform::iss
