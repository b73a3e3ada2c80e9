// SPDX-License-Identifier: Apache-2.0
// Counts what a CPU executes, from what an engine tells: which straight runs it enters, which data
// it accesses.
#pragma once

#include <iss/decode/decoder.h>
#include <iss/host/guest_memory.h>
#include <iss/meter/memory_model.h>
#include <iss/meter/straight_run.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace platform {

/// What an engine has to do before it executes a straight run.
enum class entry : std::uint8_t {
    go,    ///< execute it
    stop,  ///< stop before it: somebody wants to look
    trap,  ///< stop before it: its first instruction is the host's to execute
    look,  ///< tell look_at_flags() the flags, then execute it
    split, ///< be sure to call split() at the addresses in stops(), then enter() it again
};

/// Looks on while a CPU executes.
class execution_listener {
public:
    /// The budget is used up; everything before pc has been executed and can be drained.
    /// \return false: the CPU is to stop before pc
    virtual bool boundary(std::uint32_t pc) = 0;

protected:
    ~execution_listener() = default;
};

/// The account of one CPU. An engine calls enter() for each straight run that it is about to
/// execute, whatever their length; a run counts as executed when the next one is entered.
class execution_meter {
public:
    using trap_filter = std::function<bool(const instruction&)>;

    /// \param code the memory that the CPU fetches from, at the addresses that it fetches
    /// \param cpsr the CPSR where a run is entered
    /// \param is_trap the instructions that the host executes
    /// \throws std::invalid_argument for caches that cannot be
    execution_meter(const core_model& core, const cache_geometry& caches, guest_memory& code,
                    std::function<std::uint32_t()> cpsr, execution_listener& listener,
                    trap_filter is_trap);
    execution_meter(const execution_meter&) = delete;
    execution_meter& operator=(const execution_meter&) = delete;

    // --- what an engine tells ----------------------------------------------------------------

    /// The CPU is about to execute the instructions of [pc, pc + bytes).
    entry enter(std::uint32_t pc, std::uint32_t bytes) {
        straight_run* before = m_current;
        if (before->it_after != 0 && pc != before->end) {
            before = skip_to(pc);
        }
        ++before->left[pc != before->end ? 1 : 0];
        if (!before->is_listed) {
            list(*before);
        }
        if (m_memory) {
            fetch(*before);
        }
        if (m_budget < 0 && !pause(pc)) {
            return entry::stop;
        }
        straight_run* run = m_table[slot_of(pc)];
        if (run->pc != pc || run->end != pc + bytes || run->it_before != m_current->it_after) {
            run = look_up(pc, bytes, m_current->it_after);
        }
        m_budget -= run->worst_cycles;
        m_current = run;
        return (run->at_entry | m_at_every_entry) == 0 ? entry::go : enter_special(*run);
    }

    /// The addresses inside the run just entered at which split() has to be called.
    const std::vector<std::uint32_t>& stops() const { return m_current->stops; }
    /// They are known to the engine. \return what else there is to do before the run
    entry stops_are_known() {
        m_current->at_entry =
            static_cast<std::uint8_t>(m_current->at_entry & ~straight_run::has_stops);
        return enter_special(*m_current);
    }
    /// Execution has come to pc inside the current run: what follows is a run of its own.
    entry split(std::uint32_t pc);
    /// The flags before a run that answered `look`.
    void look_at_flags(std::uint32_t cpsr);
    /// The CPU has stopped before pc, inside or at the end of the current run.
    void leave(std::uint32_t pc);
    /// The host has executed an instruction, of the run that answered `trap` or behind it.
    /// \param it_before ITSTATE before it
    void executed_by_host(const instruction& i, std::uint8_t it_before);

    /// One item of the current run is loaded from or stored to memory,
    void access(std::uint32_t address, std::uint32_t bytes, bool is_write);
    /// or not to memory.
    void pass_item(std::uint32_t bytes) { m_next_item += bytes > 4 ? 2U : 1U; }
    /// An instruction of the current run loads an item from a device or stores it there: what comes
    /// before that instruction can be drained. \param cpsr the flags now
    void come_to_device(const instruction& by, std::uint32_t bytes, std::uint32_t cpsr);
    /// The code in [pc, pc + bytes) may have changed.
    void forget(std::uint32_t pc, std::uint32_t bytes);

    // --- what the host asks ------------------------------------------------------------------

    bool has_caches() const { return m_memory.has_value(); }
    /// The listener is called once this many cycles have been executed, at most one run late.
    /// What is executed and not yet entered behind counts.
    void set_budget(std::int64_t cycles) { m_budget = cycles - 1 - m_current->worst_cycles; }
    /// From now on drain_each() is to know what the memory system does for which instruction.
    void set_detailed(bool is_detailed) { m_is_detailed = is_detailed; }
    /// The instruction that answered `trap`.
    const instruction& trapped() const { return m_trapped->instructions.front(); }
    /// An instruction of the current run, and ITSTATE before it.
    struct place {
        const instruction* what;
        std::uint8_t it_before;
    };
    /// Those that may load or store at an address now, in the order of execution. They are several
    /// if the registers now would have led an earlier one there, too.
    /// \param read_register the value of r0 to r14 now \param cpsr the flags now
    std::vector<place> candidates(std::uint32_t address, bool is_write,
                                  const std::function<std::uint32_t(unsigned)>& read_register,
                                  std::uint32_t cpsr) const;
    /// The likeliest of them, where it goes on after it; nullptr: there is none.
    const instruction* locate(std::uint32_t address, bool is_write,
                              const std::function<std::uint32_t(unsigned)>& read_register,
                              std::uint32_t cpsr);
    /// The instruction at an address, as it is in memory.
    instruction instruction_at(std::uint32_t pc, bool is_thumb, std::uint8_t it_state) const;
    /// ITSTATE where the next run begins.
    std::uint8_t it_state() const { return m_current->it_after; }
    /// Something else than an instruction takes time or counts, such as an exception.
    void add(activity_kind kind, std::uint64_t n) { m_dynamic.add(kind, n); }
    /// Execution goes on at an exception vector.
    void enter_exception() { m_none.it_after = 0; }

    /// Everything executed since the last drain.
    void drain(activity_counts& into);
    /// The same, an instruction at a time in the order of execution, where every run since the last
    /// drain has been executed once.
    void drain_each(const std::function<void(const instruction*, const activity_counts&)>& f);

private:
    static constexpr std::size_t slots = std::size_t{1} << 16;
    static std::size_t slot_of(std::uint32_t pc) { return (pc >> 1U) & (slots - 1); }

    using run_list = std::vector<std::unique_ptr<straight_run>>;

    void list(straight_run& run);
    void begin(const straight_run& run);
    void fetch(const straight_run& run);
    straight_run* skip_to(std::uint32_t pc);
    bool pause(std::uint32_t pc);
    entry enter_special(straight_run& run);
    straight_run* look_up(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state);
    straight_run* find_or_make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state);
    std::unique_ptr<straight_run> make(std::uint32_t pc, std::uint32_t bytes, std::uint8_t it_state,
                                       bool has_passed);
    void go_to_none(std::uint32_t pc, std::uint8_t it_state);
    straight_run* part_of(straight_run& whole, std::uint32_t pc);
    straight_run* passed(straight_run& run);
    instruction decode_at(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                          bool is_thumb, std::uint8_t it_state) const;
    bool is_it_with_trap(const instruction& it) const;
    void apply_cache_operation(const instruction& i);

    const core_model& m_core;
    guest_memory& m_code;
    execution_listener& m_listener;
    std::function<std::uint32_t()> m_cpsr;
    trap_filter m_is_trap;
    decoder m_decoder;
    std::optional<memory_model> m_memory;
    std::int64_t m_budget = 0;
    straight_run m_none; ///< stands for no run
    straight_run* m_current = &m_none;
    straight_run* m_trapped = &m_none;
    activity_counts m_dynamic;              ///< beside what executions of runs count
    std::vector<activity_counts> m_details; ///< the same by instruction of the current run, where
                                            ///< it is detailed
    bool m_is_detailed = false;
    std::uint8_t m_at_every_entry = 0; ///< not 0: the memory system looks at every run
    std::size_t m_next_item = 0;       ///< of the current run
    std::uint32_t m_located_pc = 0;    ///< the latest instruction that was located
    std::uint32_t m_located_next = 0;  ///< where it would access its next item
    unsigned m_located_left = 0;       ///< items that it has not accessed
    std::vector<straight_run*> m_listed;
    std::vector<straight_run*> m_table;                 ///< by slot_of(pc); never nullptr
    std::unordered_map<std::uint32_t, run_list> m_runs; ///< by their first address
    run_list m_forgotten;                               ///< may have executions to drain
};

} // namespace platform
