// SPDX-License-Identifier: Apache-2.0
// The caches and translation buffers of a CPU: what an access hits, misses, writes back and stalls.
#pragma once

#include <iss/meter/activity_counts.h>
#include <iss/meter/core_model.h>
#include <parts/activity/tag_array.h>

#include <cstdint>
#include <optional>

namespace platform {

/// An instruction cache and a data cache of the same geometry, write-back, with allocation on reads
/// and writes and least-recently-used replacement, and the translation buffers. They hold tags
/// only; the memory behind them is always right. A miss stalls the CPU, whether it fetches, loads
/// or stores.
class memory_model {
public:
    /// \param caches exist \throws std::invalid_argument if the geometry makes no cache
    memory_model(const cache_geometry& caches, const tlb_geometry& tlb, const timing_model& timing);

    /// Execution comes to pc: its page is looked up.
    void translate_fetch(std::uint32_t pc, activity_counts& counts) {
        if (pc >> page_bits != m_last_fetch_page) {
            m_last_fetch_page = pc >> page_bits;
            translate(m_last_fetch_page, m_itlb, activity_kind::itlb_miss,
                      activity_kind::ibuf_stall, counts);
        }
    }
    /// The instruction at [pc, pc + bytes) is fetched, its page has been looked up.
    void fetch(std::uint32_t pc, std::uint32_t bytes, activity_counts& counts) {
        if (pc >> fetch_bits != m_last_fetch || (pc + bytes - 1) >> fetch_bits != m_last_fetch) {
            fetch_granules(pc, bytes, counts);
        }
    }
    /// The instructions behind the one just fetched are fetched, up to the address `end`.
    void fetch_up_to(std::uint32_t end, activity_counts& counts) {
        const std::uint32_t last = (end - 1) >> fetch_bits;
        if (last > m_last_fetch) {
            counts.add(activity_kind::icache_access, last - m_last_fetch);
            m_last_fetch = last;
            const std::uint32_t last_line = last >> (m_line_bits - fetch_bits);
            while (m_last_fetch_line != last_line) {
                fetch_line(m_last_fetch_line + 1, counts);
            }
        }
    }
    /// An instruction begins: its accesses to a line are no continuation of an earlier one.
    void begin_instruction() { m_last_line = none; }
    /// It loads or stores one item.
    void access(std::uint32_t address, std::uint32_t bytes, bool is_write, activity_counts& counts);

    void invalidate_instruction_cache();
    void invalidate_data_cache();
    void invalidate_tlbs();

private:
    static constexpr unsigned fetch_bits = 3; ///< eight bytes a fetch
    static constexpr unsigned page_bits = 12;
    static constexpr std::uint32_t none = 0xFFFF'FFFF; ///< no line, page or fetch has this number

    void fetch_granules(std::uint32_t pc, std::uint32_t bytes, activity_counts& counts);
    void fetch_line(std::uint32_t line, activity_counts& counts);
    void access_line(std::uint32_t line, bool is_write, activity_counts& counts);
    void translate(std::uint32_t page, std::optional<tag_array>& buffer, activity_kind miss,
                   activity_kind stall, activity_counts& counts);
    static void stall_for(std::uint32_t cycles, activity_kind stall, activity_counts& counts);

    unsigned m_line_bits;
    timing_model m_timing;
    tag_array m_icache;
    tag_array m_dcache;
    std::optional<tag_array> m_itlb;
    std::optional<tag_array> m_dtlb;
    std::optional<tag_array> m_main_tlb;
    std::uint32_t m_last_fetch = none;
    std::uint32_t m_last_fetch_line = none;
    std::uint32_t m_last_fetch_page = none;
    std::uint32_t m_last_line = none; ///< of this instruction's accesses
};

} // namespace platform
