// SPDX-License-Identifier: Apache-2.0
// The engine: what executes the instructions. Unicorn 2.0 does.
#pragma once

#include <iss/engine/engine.h>
#include <iss/host/guest_memory.h>
#include <iss/meter/core_model.h>
#include <iss/meter/execution_meter.h>
#include <iss/mmu/address_translation.h>
#include <iss/mmu/memory_protection.h>
#include <iss/profile/call_profile.h>

#include <unicorn/unicorn.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

namespace platform::iss {

constexpr std::uint32_t unicorn_page_bytes = 4096; ///< what it maps; no block has more

/// Executes ARM and Thumb code of one CPU, privileged modes and banked registers included. It takes
/// no exception by itself and knows no interrupt line: it stops, and its host writes CPSR, SPSR,
/// LR and PC.
///
/// What it executes it tells the meter: enter() before each basic block, split() at the addresses
/// that the meter has asked for, leave() where it stops in between. Where the meter answers that
/// there is a boundary it asks its host, which drains the meter. It does not go on in the middle of
/// an IT block, where an exception return or a branch may lead: its host executes what is left of
/// that an instruction at a time.
///
/// Unicorn does not tell where in a translated block it is. So this engine hooks blocks as they
/// begin, and beside that exactly the addresses that the meter names; instructions one by one only
/// where the granularity asks for it.
///
/// With the MMU on, Unicorn walks the tables as it executes, and tells virtual addresses, except of
/// devices; since 2.1 it tells the physical ones of all that is loaded and stored. The translation
/// that stands beside it is for what it does not tell. It has no memory at virtual
/// addresses at which there is none physically: so once the MMU is on, all 4 GiB are mapped.
class unicorn_engine final : public guest_memory, public cpu_view {
public:
    /// \throws engine_error if Unicorn cannot be that CPU
    unicorn_engine(cpu_type type, engine_host& host);
    unicorn_engine(const unicorn_engine&) = delete;
    unicorn_engine& operator=(const unicorn_engine&) = delete;
    ~unicorn_engine();

    /// Before set_granularity() and run().
    void set_meter(execution_meter& meter) { m_meter = &meter; }
    /// The same. Is told of every block, which takes a hook of its own; nullptr: nobody is.
    void set_profile(call_profile* profile) { m_profile = profile; }

    /// \param base, bytes multiples of 4 KiB \param host the memory, which outlives the engine
    void map_memory(std::uint32_t base, std::uint64_t bytes, unsigned char* host);
    /// Loads and stores in this range go to the host.
    void map_device(std::uint32_t base, std::uint64_t bytes);

    /// Executes from pc on until there is a reason to stop.
    engine_stop run(std::uint32_t pc);
    /// Executes the instruction [pc, end), and goes on where it leads: until it comes to `end`,
    /// `asked`, or there is a reason to stop. It may lie in the middle of an IT block.
    engine_stop run_to(std::uint32_t pc, std::uint32_t end);
    /// Takes effect with the next run().
    void set_granularity(granularity g);
    /// From the next run() on it asks its host, by lets_execute(), before the instructions at these
    /// addresses. It may go on to ask at others that it was told of before.
    void ask_before(const std::vector<std::uint32_t>& addresses);
    /// And before every instruction, wherever it is.
    void ask_before_all(bool asks);

    /// nullptr: the CPU has no MMU. Whoever uses it refreshes it when its registers change.
    address_translation* translation() { return m_translation ? &*m_translation : nullptr; }
    table_registers read_table_registers() const;
    /// The MPU of a Cortex-R5, as its registers say now.
    memory_protection read_protection();

    // Of virtual addresses, whatever is allowed there.
    bool read(std::uint32_t address, void* data, std::size_t bytes) override;
    bool write(std::uint32_t address, const void* data, std::size_t bytes) override;
    /// The same, of data that is not executed as it is, and will be again what it was.
    bool put(std::uint32_t address, const void* data, std::size_t bytes);
    bool is_memory(std::uint32_t address) const override {
        return has_translation() ? is_mapped_memory(address) : memory_at(address) != nullptr;
    }

    // Registers: between runs, and from the host.

    std::uint32_t reg(unsigned n) const override;
    void set_reg(unsigned n, std::uint32_t value);
    std::uint32_t cpsr() const override;
    /// Changes the mode and with it the banks.
    void set_cpsr(std::uint32_t value);
    void set_spsr(std::uint32_t value);
    std::uint32_t system_control() const override;
    /// A register of CP15; 0 where there is none.
    std::uint32_t system_register(const pmu::coprocessor_register& where) const;
    void set_system_register(const pmu::coprocessor_register& where, std::uint32_t value);

private:
    struct region {
        unicorn_engine* owner = nullptr;
        std::uint32_t base = 0;
        std::uint64_t bytes = 0;
        unsigned char* host = nullptr; ///< of memory
        bool is_hole = false;          ///< nothing is there

        bool contains(std::uint32_t address) const { return address - base < bytes; }
    };

    static void on_block(uc_engine*, std::uint64_t address, std::uint32_t bytes, void* self);
    static void on_block_fetching(uc_engine* uc, std::uint64_t address, std::uint32_t bytes,
                                  void* self);
    static void on_profiled_block(uc_engine*, std::uint64_t address, std::uint32_t bytes,
                                  void* self);
    static void on_other_block(uc_engine* uc, std::uint64_t address, std::uint32_t bytes,
                               void* self);
    static void on_address(uc_engine*, std::uint64_t address, std::uint32_t bytes, void* self);
    static void on_asked(uc_engine*, std::uint64_t address, std::uint32_t bytes, void* self);
    static void on_instruction(uc_engine*, std::uint64_t address, std::uint32_t bytes, void* self);
    static void on_memory(uc_engine*, uc_mem_type type, std::uint64_t address, int bytes,
                          std::int64_t value, void* self);
    static void on_other_memory(uc_engine*, uc_mem_type type, std::uint64_t address, int bytes,
                                std::int64_t value, void* self);
    static bool on_no_memory(uc_engine*, uc_mem_type type, std::uint64_t address, int bytes,
                             std::int64_t value, void* self);
    static void on_exception(uc_engine*, std::uint32_t number, void* self);
    static void on_translated(uc_engine*, uc_tb* block, uc_tb* before, void* self);
    static std::uint64_t on_device_read(uc_engine*, std::uint64_t offset, unsigned bytes,
                                        void* of_region);
    static void on_device_write(uc_engine*, std::uint64_t offset, unsigned bytes,
                                std::uint64_t value, void* of_region);

    // Which instruction was at fault: unicorn_faults.cpp.
    struct registers {
        std::array<std::uint32_t, 15> r;
        std::uint32_t cpsr;
    };
    /// An instruction that may have been at fault.
    struct suspect {
        std::uint32_t pc;
        std::uint8_t it_before;
    };
    /// Some of the memory, as it was.
    struct memory_piece {
        std::uint32_t address;
        std::vector<unsigned char> bytes;
    };
    // Memory and addresses: unicorn_memory.cpp.
    bool read_physical(std::uint32_t address, void* data, std::size_t bytes) const;
    bool put_physical(std::uint32_t address, const void* data, std::size_t bytes);
    bool is_physical_memory(std::uint32_t address, std::size_t bytes) const;
    const region* memory_at(std::uint32_t physical) const {
        for (const auto& r : m_memory) { // NOLINT(readability-use-anyofallof): is not inlined
            if (r->contains(physical)) {
                return r.get();
            }
        }
        return nullptr;
    }
    bool is_mapped_memory(std::uint32_t address) const;
    bool leads_outside(std::uint32_t address) const;
    bool fetches_outside() const { return !m_holes.empty() && leads_outside(get(UC_ARM_REG_PC)); }
    bool has_translation() const { return m_translation && m_translation->is_on(); }
    std::optional<std::uint32_t> physical(std::uint32_t address) const;
    template <class F>
    bool for_each_piece(std::uint32_t address, std::size_t bytes, const F& f) const;
    bool cover();
    void cover_gap(std::uint64_t base, std::uint64_t end);
    void access_hole(std::uint32_t address, bool is_write);
    static void on_store_again(uc_engine*, uc_mem_type type, std::uint64_t address, int bytes,
                               std::int64_t value, void* self);
    void note_fault(stop_reason reason, std::uint32_t address, bool is_write);
    bool is_protected(std::uint32_t address, bool is_write);
    bool let_block_end(std::uint32_t address);
    void take_page_away();
    std::uint32_t find_culprit();
    void fill_page_at_fault();
    void put(const memory_piece& piece);
    void go_back_to_fault(std::uint8_t it_state);
    bool keep_memory();
    void restore_memory();
    std::size_t differences_after(const suspect& s, const registers& left);
    registers registers_now() const;

    static bool is_since_2_1();
    /// Whether hooks get the physical addresses of accesses now: since Unicorn 2.1.
    bool tells_physical() const { return m_is_since_2_1 && has_translation(); }
    bool is_half_of_load(std::uint32_t told, std::uint32_t bytes);
    void access_device(std::uint32_t address, unsigned bytes, bool is_write, std::uint32_t& data);
    void split(std::uint32_t pc);
    void act_on(entry verdict, std::uint32_t pc, std::uint32_t end);
    bool goes_on(entry verdict);
    void leave(std::uint32_t pc, bool is_block_done = false);
    void stop_before(stop_reason reason, std::uint32_t pc);
    uc_hook hook(int type, void* function, std::uint64_t first = 1, std::uint64_t last = 0);
    void unhook(uc_hook handle);
    void discard_translations();
    void discard_translations(std::uint64_t pc, std::uint64_t end);
    void translate_outside_of_it_block(std::uint32_t pc);
    // What Unicorn keeps: unicorn_growth.cpp.
    void open();
    void allow_what_secure_software_may();
    void attach(region& r, bool is_memory);
    void add_granularity_hooks();
    void hook_asked(std::uint32_t pc);
    void hook_all_asked();
    bool has_too_much() const;
    void replace();
    void tell_first_block(std::uint32_t pc);
    bool learn_stops();
    bool passes_hooks_in_vain();
    void retranslate_stops();
    bool leads_astray(const uc_tb& block);
    engine_stop run_until(std::uint32_t pc, std::uint32_t end);
    void note_failed_fetch();
    engine_stop stop_of(uc_err error);
    std::uint32_t get(int id) const;
    void set(int id, std::uint32_t value);

    const cpu_type m_type;
    const bool m_is_since_2_1 = is_since_2_1();
    uc_engine* m_uc = nullptr;
    engine_host& m_host;
    execution_meter* m_meter = nullptr;
    call_profile* m_profile = nullptr;
    std::vector<std::unique_ptr<region>> m_memory;
    std::vector<std::unique_ptr<region>> m_device_regions;
    std::vector<std::unique_ptr<region>> m_holes; ///< covered, where there is neither
    mutable std::optional<address_translation> m_translation;
    granularity m_granularity;
    std::vector<uc_hook> m_granularity_hooks;
    /// Addresses at which to split blocks, and above them the offsets to the physical ones.
    std::unordered_set<std::uint64_t> m_hooked;
    std::unordered_set<std::uint32_t> m_hooked_addresses;
    std::vector<std::uint32_t> m_newly_hooked;
    /// At an address that is hooked Unicorn goes past all of those hooks: so many since
    /// m_cycles_before_hooks, when they were looked at last.
    std::uint64_t m_passed_hooks = 0;
    std::uint64_t m_cycles_before_hooks = 0;
    std::uint64_t m_bearable_hooks = std::uint64_t{1} << 20U; ///< passed before they are looked at
    bool m_is_to_be_replaced = false; ///< m_uc, as soon as it does not execute
    bool m_has_stale_hooks = false;   ///< Unicorn translates for hooks that are deleted
    bool m_has_forgotten_hooks = false;
    std::unordered_set<std::uint32_t> m_asked; ///< where it asks its host
    std::optional<uc_hook> m_asked_all;        ///< everywhere
    bool m_asks_before_all = false;
    bool m_hears_all = false; ///< instead, one hook hears of every instruction
    /// A block takes as much as that many instructions, beside those that are in it.
    static constexpr std::uint64_t cost_of_block = 4;
    std::uint64_t m_translated = 0; ///< instructions that m_uc has translated
    bool m_has_begun = false;       ///< m_uc has executed a block

    unsigned m_halves_left = 0; ///< of the load that Unicorn has told of last
    std::uint32_t m_half = 0;   ///< the address of the next one

    // What the hooks of one uc_emu_start() have to say.
    std::optional<engine_stop> m_stop;
    std::optional<engine_stop> m_fault; ///< the first; from then on the firmware is at its end
    bool m_is_ending = false;           ///< there is one of them: blocks are not to be entered
    std::optional<std::uint32_t> m_exception;
    bool m_translate_again =
        false;               ///< new addresses are hooked, or there are too many translations
    bool m_may_stop = false; ///< before a block that has just been translated
    std::optional<std::uint32_t> m_may_begin_in_it_block; ///< this block
    /// ARM code that Unicorn translates now may lack what it would stop by.
    bool m_lacks_stops = true;
    std::vector<std::uint32_t> m_unfit; ///< translations that are not to be executed

    // Of the fault.
    std::vector<suspect> m_suspects; ///< in the order of execution
    registers m_at_fault{};
    memory_piece m_code_at_fault{};           ///< the block, as it executes
    memory_piece m_stored_to_code{};          ///< and as it is in memory
    std::vector<memory_piece> m_kept_pages;   ///< the memory then, but for pages of zeros
    std::vector<memory_piece> m_stored_again; ///< what was there before, in order
    std::optional<std::uint32_t> m_page;      ///< where nothing is mapped, but this for now
    bool m_runs_again = false;                ///< the block may be entered, once
};

} // namespace platform::iss
