// SPDX-License-Identifier: Apache-2.0
// An in-order core that runs a synthetic program, one cycle a step.
#pragma once

#include <activity/cycle_activity.h>
#include <activity/random_source.h>
#include <activity/synthetic_program.h>
#include <activity/tag_array.h>

#include <array>
#include <cstdint>
#include <vector>

namespace platform::activity {

/// How many instructions a core can execute in one cycle.
enum class issue_width : std::uint8_t {
    single,
    branch_folding, ///< a branch that was predicted right together with the next instruction
    dual_issue,     ///< two neighbours that do not depend on each other, one branch at most
};

/// What distinguishes one core from another. Times are cycles.
struct pipeline_config {
    issue_width issue = issue_width::branch_folding;
    std::uint32_t icache_sets = 128; ///< of 32-byte lines, a power of two up to 4096
    std::uint32_t icache_ways = 4;   ///< 1 to 64, as all numbers of ways and MicroTLB entries
    std::uint32_t dcache_sets = 128;
    std::uint32_t dcache_ways = 4;
    std::uint32_t itlb_entries = 10; ///< MicroTLB
    std::uint32_t dtlb_entries = 10;
    std::uint32_t main_tlb_sets = 32;         ///< of two ways, a power of two up to 4096
    std::uint32_t request_slots = 3;          ///< of the load/store unit, 1 to 8
    std::uint32_t memory_latency = 28;        ///< 1 to 100
    std::uint32_t mispredict_penalty = 5;     ///< at most 100
    std::uint32_t interrupt_interval = 5000;  ///< about, 1 to 2^30; 0: none
    std::uint32_t soft_error_interval = 4000; ///< accesses, about, 1 to 2^30; 0: none
};

/// The activity of a core in each cycle, fixed by seed and configuration. It models caches, TLBs,
/// branch prediction, the request queue of the load/store unit, barriers and exceptions well enough
/// for believable numbers; it computes no data and is not the timing of any real core.
///
/// Only instruction, branch, immediate_branch, branch_predictable and pc_change can occur twice in
/// a cycle: instruction unless the issue is single, the others with branch folding.
class pipeline {
public:
    /// \throws std::invalid_argument if the configuration is out of range
    explicit pipeline(std::uint64_t seed, const pipeline_config& config = {});

    /// Runs one cycle.
    cycle_activity step();

private:
    struct btb_entry {
        std::uint32_t branch = 0; ///< position
        bool valid = false;
        std::uint8_t counter = 0; ///< 0 to 3, taken from 2 on
    };
    struct request {
        std::uint64_t done = 0; ///< cycle in which the slot is free again
        std::uint32_t line = 0; ///< for stores
        bool store = false;
    };

    // pipeline.cpp: the order of things
    void issue(cycle_activity& a);
    void issue_second(cycle_activity& a);
    bool can_go_second(const synthetic_instruction& first,
                       const synthetic_instruction& second) const;
    bool wait_for_operands(cycle_activity& a, const synthetic_instruction& i);
    void execute(cycle_activity& a, const synthetic_instruction& i);
    bool take_interrupt(cycle_activity& a);
    void enter_exception(cycle_activity& a, std::uint32_t handler, std::uint32_t resume);
    void leave_exception(cycle_activity& a);
    void switch_context(cycle_activity& a);
    void barrier();
    void stall(std::uint64_t kinds, std::uint64_t cycles);
    void stall_now(cycle_activity& a, std::uint64_t kinds, std::uint64_t cycles);
    void post(activity_kind kind, std::uint64_t delay = 1);

    // pipeline_branch.cpp: branches and their prediction
    void branch(cycle_activity& a, const synthetic_instruction& i);
    bool decide(const synthetic_instruction& i);
    bool predict_and_train(const synthetic_instruction& i, bool taken);
    void indirect_call(cycle_activity& a, const synthetic_instruction& i);
    void procedure_return(cycle_activity& a);
    void call(cycle_activity& a, std::uint32_t target);

    // pipeline_memory.cpp: instruction fetch and data
    bool fetch(cycle_activity& a);
    bool fetch_without_wait();
    std::uint64_t translate(tag_array& micro, std::uint32_t page, activity_kind miss,
                            cycle_activity& a);
    void transfer(cycle_activity& a);
    void preload(cycle_activity& a, const synthetic_instruction& i);
    std::uint64_t access(cycle_activity& a, std::uint32_t address, bool store, bool sequential);
    std::uint64_t refill(std::uint32_t line);
    void write_past_cache(cycle_activity& a, std::uint32_t line);
    std::uint64_t memory_time();
    bool soft_error(std::uint32_t& countdown);
    std::uint32_t next_address(const synthetic_instruction& i);
    request* free_request();
    std::uint64_t first_free_request() const;

    static constexpr std::size_t posting_range = 256; ///< cycles ahead, a power of two
    static constexpr std::size_t btb_size = 128;

    pipeline_config m_config;
    random_source m_random;
    synthetic_program m_program;

    std::uint64_t m_now = 0;
    std::uint32_t m_pc = 0;          ///< position in the program
    std::uint64_t m_stall = 0;       ///< cycles to wait
    std::uint64_t m_stall_kinds = 0; ///< what occurs in each of them
    bool m_folded = false;           ///< the branch of this cycle takes no time of its own
    bool m_queue_was_full = false;
    std::array<std::uint64_t, posting_range> m_posted{}; ///< by cycle, what will occur once

    bool m_in_handler = false;
    std::uint32_t m_resume = 0;
    std::uint64_t m_next_interrupt = 0;
    std::uint32_t m_context = 0;

    std::array<btb_entry, btb_size> m_btb{};
    std::vector<std::uint32_t> m_loop_turns; ///< left, by loop; 0: not inside
    std::vector<std::uint32_t> m_return_stack;

    tag_array m_icache;
    tag_array m_dcache;
    tag_array m_itlb;
    tag_array m_dtlb;
    tag_array m_main_tlb;
    std::uint32_t m_fetched; ///< the doubleword in the instruction buffer
    std::uint32_t m_fetched_page;
    std::vector<request> m_requests;
    std::uint64_t m_bus_free = 0;
    std::uint64_t m_load_ready = 0;     ///< cycle in which the latest load gives its result
    std::uint32_t m_transfers_left = 0; ///< of the load or store in progress
    std::uint32_t m_transfer_address = 0;
    bool m_transfer_stores = false;
    std::vector<std::uint32_t> m_positions; ///< offset by stream
    std::uint32_t m_icache_error = 0;       ///< accesses until then
    std::uint32_t m_dcache_error = 0;
};

} // namespace platform::activity
