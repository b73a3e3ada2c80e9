// SPDX-License-Identifier: Apache-2.0
// The memory system of a CPU: what a fetch or an access hits, misses, writes back and stalls.
#pragma once

#include <activity/tag_array.h>
#include <iss/meter/activity_counts.h>
#include <iss/meter/core_model.h>
#include <iss/meter/translation_buffer.h>
#include <iss/mmu/address_translation.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <tuple>

namespace platform::iss {

/// \throws std::invalid_argument if there can be no such caches
const cache_geometry& checked(const cache_geometry& g);

/// The host does not have the memory for the tags of caches of this size.
class no_memory_for_tags : public std::bad_alloc {};

/// An instruction cache and a data cache, or none, and the translation buffers. Write-back; what
/// is replaced and whether stores allocate is the core's, if the geometries name no policy. They
/// hold tags only; the memory itself is always right.
///
/// A cache that is turned off keeps its lines, is not looked up, and costs no wait states.
class memory_model {
public:
    /// \throws std::invalid_argument if the geometry makes no cache
    /// \throws no_memory_for_tags
    /// \param budget from which each cycle that it adds is taken; it outlives this
    memory_model(const core_model& core, const cache_pair& caches, std::int64_t& budget);

    bool has_caches() const { return m_icache.has_value(); }
    /// SCTLR.C and I, from the next access and fetch on. Without caches they do nothing.
    void turn(bool data, bool instruction) {
        const bool was_code_cached = m_is_code_cached;
        m_is_data_cached = data && has_caches();
        m_is_code_cached = instruction && has_caches();
        if (m_is_code_cached != was_code_cached) {
            look_up_again();
        }
    }

    /// SCTLR.RR, from the next refill on, where it chooses what is replaced.
    void set_round_robin(bool is_round_robin);

    /// Addresses lead where the tables say, or to themselves: nullptr. To be called again after
    /// anything has changed there.
    void set_translation(address_translation* translation) {
        m_translation = translation;
        m_part_bits =
            translation != nullptr ? translation->part_bits() : address_translation::flat_bits;
        m_last_fetch_page = m_last_data_page = m_placed = none;
        m_fetch_offset = 0;
        m_is_page_cached = true;
        forget_data_pages();
    }

    // Pages that accesses_at_once() knows while addresses are translated.

    /// Whether it lacks the page of an address.
    bool lacks_data_page(std::uint32_t address) const {
        return m_translation != nullptr &&
               m_data_pages[data_page_of(address)].page != address >> m_part_bits;
    }
    /// Whether it knows that the present mode may do that, in memory; false: perhaps.
    bool may_access(std::uint32_t address, std::uint32_t bytes, bool loads, bool stores) const {
        const data_page& p = m_data_pages[data_page_of(address)];
        return p.page == address >> m_part_bits && p.page == (address + bytes - 1) >> m_part_bits &&
               (p.may_load || !loads) && (p.may_store || !stores);
    }
    /// The page of an address is memory. \param may_load, may_store what the present mode may
    void know_data_page(std::uint32_t address, bool may_load, bool may_store);
    /// The mode is another now, or pages are.
    void forget_data_pages() { m_data_pages.fill({}); }

    /// There is an MPU at work, which may refuse accesses: those are known afterwards.
    void set_protected(bool is_protected) { m_is_protected = is_protected; }

    /// How a place is accessed, by its page, or as if the MMU mapped memory to itself: write-back.
    memory_kind kind_at(std::uint32_t address, bool is_device) {
        if (m_translation == nullptr) {
            return is_device ? memory_kind::strongly_ordered : memory_kind::write_back;
        }
        place(address);
        return is_device && is_cachable(m_kind) ? memory_kind::uncached : m_kind;
    }
    /// Whether the data cache is looked up.
    bool is_cached(memory_kind kind) const { return m_is_data_cached && is_cachable(kind); }

    // --- fetches -----------------------------------------------------------------------------

    /// Execution comes to pc: its page is looked up.
    void translate_fetch(std::uint32_t pc, activity_counts& counts) {
        if (pc >> m_part_bits != m_last_fetch_page) {
            come_to_page(pc, counts);
        }
    }
    /// What was fetched ahead is dropped: the next fetch is a new one.
    void restart_fetch() { m_last_fetch = none; }
    /// What has the byte at this address was fetched last, before fetches were counted.
    void has_fetched(std::uint32_t address) {
        m_last_fetch = (address + m_fetch_offset) >> fetch_bits;
    }
    /// PC has changed: so it is then, where fetches are counted. Elsewhere only lines matter.
    void branch() {
        if (m_core.data.fetches_are_requests) {
            restart_fetch();
        }
    }
    /// The instructions of [pc, end) are fetched, one after the other, the first one of `bytes`
    /// bytes. Their page has been looked up.
    void fetch(std::uint32_t pc, std::uint32_t bytes, std::uint32_t end, activity_counts& counts) {
        if (!is_in_last_fetch(pc + m_fetch_offset, end + m_fetch_offset)) {
            fetch_granules(pc + m_fetch_offset, bytes, end + m_fetch_offset, counts);
        }
    }

    /// As fetch(), and then translate_fetch(next_pc), if all that has to be looked up is present
    /// and in the page looked up last. It takes a cycle at most.
    /// \return false: it is not; nothing that counts has happened
    bool fetch_present(std::uint32_t pc, std::uint32_t bytes, std::uint32_t end,
                       std::uint32_t next_pc, activity_counts& counts) {
        pc += m_fetch_offset;
        end += m_fetch_offset;
        if (next_pc >> m_part_bits != m_last_fetch_page || is_in_last_fetch(pc, end)) {
            return next_pc >> m_part_bits == m_last_fetch_page;
        }
        const std::uint32_t last = (end - 1) >> fetch_bits;
        const bool is_new = pc >> fetch_bits != m_last_fetch;
        const std::uint32_t first = (pc >> fetch_bits) + (is_new ? 0 : 1);
        const std::uint32_t line_shift = m_code_line_bits - fetch_bits;
        const bool is_in_page = (end - m_fetch_offset - 1) >> m_part_bits == m_last_fetch_page;
        if (!m_is_code_cached || !m_is_page_cached || !is_in_page) {
            return false;
        }
        for (std::uint32_t line = first >> line_shift; line <= last >> line_shift; ++line) {
            if (line != m_last_fetch_line && !m_icache->touch(line)) {
                return false;
            }
        }
        m_last_fetch_line = last >> line_shift;
        m_last_fetch = last;
        counts.add(activity::activity_kind::icache_access, last - first + 1);
        spend(is_new && (pc + bytes - 1) >> fetch_bits != pc >> fetch_bits ? 1 : 0, counts);
        return true;
    }

    // --- data --------------------------------------------------------------------------------

    /// An instruction begins: its accesses are no continuation of an earlier one's.
    void begin_instruction() {
        m_last_line = none;
        m_last_block[0] = m_last_block[1] = none;
    }
    /// It loads or stores one item of 1, 2 or 4 bytes.
    void access(std::uint32_t address, std::uint32_t bytes, bool is_write, bool is_device,
                activity_counts& counts);
    /// The same, of an instruction that accesses nothing else, in memory, and aligned: most of the
    /// time it takes no time. What it counts add_pending() tells.
    /// \return false: nothing that counts has happened, it is for access()
    bool accesses_at_once(std::uint32_t address, bool is_write) {
        if (m_is_protected) {
            return false;
        }
        std::uint32_t physical = address;
        std::uint32_t space = address_translation::flat_space;
        if (m_translation != nullptr) {
            const data_page& p = m_data_pages[data_page_of(address)];
            if (p.page != address >> m_part_bits || !(is_write ? p.may_store : p.may_load)) {
                return false;
            }
            physical += p.offset;
            space = p.space;
        }
        if (m_dtlb && address >> m_part_bits != m_last_data_page) {
            if (!m_dtlb->touch(address, space)) {
                return false;
            }
            m_last_data_page = address >> m_part_bits;
        }
        if (!m_is_data_cached) {
            ++(is_write ? m_uncached_writes : m_uncached_reads);
            return true;
        }
        if (!m_dcache->tags.touch(m_dcache->line_of(physical))) {
            return false;
        }
        if (is_write) {
            m_dcache->mark_dirty(physical, 1);
        }
        ++m_hits;
        return true;
    }
    void add_pending(activity_counts& counts);
    /// It is PLD.
    void preload(std::uint32_t address, bool is_device, activity_counts& counts);
    /// It writes `value` to a register of CP15 that does this.
    void operate(memory_operation operation, std::uint32_t value, activity_counts& counts);
    /// The same for each line from `first` to `last`.
    void operate_range(memory_operation operation, std::uint32_t first, std::uint32_t last,
                       activity_counts& counts);

private:
    /// \param n a power of two
    static unsigned log2_of(std::uint32_t n) { return static_cast<unsigned>(__builtin_ctz(n)); }

    static constexpr unsigned fetch_bits = 3;          ///< eight bytes a fetch
    static constexpr unsigned least_page_bits = 10;    ///< of a page that has attributes
    static constexpr std::uint32_t none = 0xFFFF'FFFF; ///< no line, page or fetch has this number

    /// A cache that stores write to.
    struct data_cache {
        data_cache(const cache_geometry& g, const activity::replacement_rules& rules)
            : tags(g.sets(), g.ways, rules), line_bits(log2_of(g.line)) {}

        std::uint32_t line_of(std::uint32_t address) const { return address >> line_bits; }
        /// A part of 16 bytes is written back alone. The line is the one touched or filled last.
        void mark_dirty(std::uint32_t address, std::uint32_t bytes) {
            constexpr unsigned part_bits = 4;
            const std::uint32_t in_line = address - (line_of(address) << line_bits);
            tags.mark_dirty(1U << (in_line >> part_bits) |
                            1U << ((in_line + bytes - 1) >> part_bits));
        }
        activity::tag_array::entry fill(std::uint32_t line) {
            return locks_fills ? tags.fill_locked(line) : tags.fill(line);
        }

        activity::tag_array tags;
        unsigned line_bits;
        bool locks_fills = false;
    };
    /// A page of memory that is cached as most is, and what is allowed there now.
    struct data_page {
        std::uint32_t page = none;
        std::uint32_t offset = 0; ///< to the physical address
        std::uint32_t space = 0;
        bool may_load = false;
        bool may_store = false;
    };
    std::size_t data_page_of(std::uint32_t address) const {
        return address >> m_part_bits & (std::tuple_size_v<decltype(m_data_pages)> - 1);
    }

    /// What a store to cached memory does.
    enum class store_policy : std::uint8_t { goes_through, read_allocate, allocate };

    /// Which cache has memory of this kind.
    data_cache& cache_of(memory_kind kind) {
        return kind == memory_kind::mini_data && m_mini_dcache ? *m_mini_dcache : *m_dcache;
    }
    /// Bits of an address in a line there, also of what is not cached.
    unsigned line_bits_of(memory_kind kind) {
        return m_dcache ? cache_of(kind).line_bits : m_line_bits;
    }
    store_policy policy_of(memory_kind kind) const;
    /// What comes next in the line that was fetched last is looked up, too. Not where fetches are
    /// counted: there a branch does that.
    void look_up_again() {
        if (!m_core.data.fetches_are_requests) {
            restart_fetch();
        }
    }
    void come_to_page(std::uint32_t pc, activity_counts& counts);
    /// Looks up what is accessed next.
    void place(std::uint32_t address) {
        if (address >> least_page_bits != m_placed) {
            m_placed = address >> least_page_bits;
            m_data_offset = m_translation->offset(address);
            m_kind = m_translation->kind(address);
        }
    }
    std::uint32_t physical(std::uint32_t address) {
        if (m_translation == nullptr) {
            return address;
        }
        place(address);
        return address + m_data_offset;
    }
    std::uint32_t space_of(std::uint32_t address) {
        return m_translation != nullptr ? m_translation->space(address)
                                        : address_translation::flat_space;
    }
    /// Code may end in what was fetched last and begin before it: a branch has led back.
    bool is_in_last_fetch(std::uint32_t pc, std::uint32_t end) const {
        return ((pc >> fetch_bits ^ m_last_fetch) | ((end - 1) >> fetch_bits ^ m_last_fetch)) == 0;
    }
    void fetch_granules(std::uint32_t pc, std::uint32_t bytes, std::uint32_t end,
                        activity_counts& counts);
    void fetch_line(std::uint32_t line, activity_counts& counts);
    void access_as(memory_kind kind, std::uint32_t address, std::uint32_t bytes, bool is_write,
                   activity_counts& counts);
    void access_line(std::uint32_t address, std::uint32_t bytes, bool is_write, memory_kind kind,
                     activity_counts& counts);
    void access_past_cache(std::uint32_t address, std::uint32_t bytes, bool is_write,
                           memory_kind kind, activity_counts& counts);
    void request(std::uint32_t address, std::uint32_t bytes, bool is_write, memory_kind kind,
                 activity_counts& counts);
    static void add_requests(bool is_write, bool is_device, std::uint64_t n,
                             activity_counts& counts);
    bool miss(std::uint32_t line, bool is_write, memory_kind kind, activity_counts& counts);
    void refill(data_cache& cache, std::uint32_t line, activity_counts& counts);
    static void read_line(activity_counts& counts);
    static void write_back(std::uint32_t dirty, activity_counts& counts);
    void clean(data_cache& cache, std::uint32_t set, std::uint32_t way, bool invalidates,
               activity_counts& counts);
    void for_all_lines(bool invalidates, activity_counts& counts);
    template <class F>
    void for_data_caches(const F& f) {
        for (std::optional<data_cache>* c : {&m_dcache, &m_mini_dcache}) {
            if (*c) {
                f(**c);
            }
        }
    }
    bool operate_on_icache(memory_operation operation, std::uint32_t value,
                           activity_counts& counts);
    bool operate_on_places(memory_operation operation, std::uint32_t value,
                           activity_counts& counts);
    void operate_on_dcache(memory_operation operation, std::uint32_t value,
                           activity_counts& counts);
    void translate_data(std::uint32_t address, std::uint32_t bytes, activity::activity_kind stall,
                        activity_counts& counts);
    void translate(std::uint32_t address, std::optional<translation_buffer>& buffer,
                   activity::activity_kind miss, std::optional<activity::activity_kind> stall,
                   activity_counts& counts);
    void stall_for(std::uint32_t cycles, activity::activity_kind stall, activity_counts& counts);
    void spend(std::uint32_t cycles, activity_counts& counts) {
        counts.add(activity::activity_kind::cycle, cycles);
        m_budget -= cycles;
    }
    void drop_page(std::optional<translation_buffer>& buffer, std::uint32_t address);
    void drop_pages(std::optional<translation_buffer>& buffer);
    void drop_space(std::optional<translation_buffer>& buffer, std::uint32_t address_space);
    bool operate_on_tlbs(memory_operation operation, std::uint32_t value);

    const core_model& m_core;
    unsigned m_code_line_bits;
    unsigned m_line_bits; ///< of the data cache, or of what counts as a line without caches
    std::optional<activity::tag_array> m_icache;
    std::optional<data_cache> m_dcache;
    std::optional<data_cache> m_mini_dcache;
    store_policy m_mini_policy = store_policy::read_allocate;
    bool m_icache_follows_control = false; ///< SCTLR.RR chooses its policy
    bool m_dcache_follows_control = false;
    std::optional<translation_buffer> m_itlb;
    std::optional<translation_buffer> m_dtlb;
    std::optional<translation_buffer> m_main_tlb;
    bool m_is_data_cached = false;
    bool m_is_protected = false;
    bool m_is_code_cached = false;
    std::uint32_t m_last_fetch = none;
    std::uint32_t m_last_fetch_line = none;
    std::uint32_t m_last_fetch_page = none;
    std::uint32_t m_last_data_page = none;
    std::uint32_t m_last_line = none; ///< of this instruction's accesses: where it begins
    bool m_is_last_line_present = false;
    std::int64_t& m_budget;
    // What accesses_at_once() has to tell.
    std::uint64_t m_hits = 0;
    std::uint64_t m_uncached_reads = 0;
    std::uint64_t m_uncached_writes = 0;
    std::uint32_t m_last_block[2] = {none, none}; ///< of this instruction's requests, by is_write

    address_translation* m_translation = nullptr; ///< nullptr: addresses are physical
    unsigned m_part_bits =
        address_translation::flat_bits;           ///< of an address, in what has one offset
    std::uint32_t m_fetch_offset = 0;             ///< in the page that is executed, to the physical
    bool m_is_page_cached = true;                 ///< that page is cachable
    std::uint32_t m_placed = none;                ///< the page that place() has looked up
    std::uint32_t m_data_offset = 0;              ///< from its addresses to the physical ones
    memory_kind m_kind = memory_kind::write_back; ///< of that page
    std::array<data_page, 64> m_data_pages{};     ///< by the lowest bits of their numbers
};

} // namespace platform::iss
