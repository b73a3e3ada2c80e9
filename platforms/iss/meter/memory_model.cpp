// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/memory_model.h>

#include <stdexcept>
#include <string>

namespace platform {

namespace {

constexpr bool is_power_of_two(std::uint32_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

const cache_geometry& checked(const cache_geometry& g) {
    if (!is_power_of_two(g.bytes) || !is_power_of_two(g.ways) || !is_power_of_two(g.line) ||
        g.line < 16 || g.line > 256 || std::uint64_t{g.ways} * g.line > g.bytes) {
        throw std::invalid_argument("a cache needs powers of two, a line of 16 to 256 bytes and at "
                                    "least one set; got " +
                                    std::to_string(g.bytes) + " bytes, " + std::to_string(g.ways) +
                                    " ways, " + std::to_string(g.line) + " bytes a line");
    }
    return g;
}

std::optional<tag_array> fully_associative(std::uint32_t entries) {
    return entries != 0 ? std::optional<tag_array>(tag_array(1, entries)) : std::nullopt;
}

} // namespace

memory_model::memory_model(const cache_geometry& caches, const tlb_geometry& tlb,
                           const timing_model& timing)
    : m_line_bits(static_cast<unsigned>(__builtin_ctz(checked(caches).line))), m_timing(timing),
      m_icache(caches.sets(), caches.ways), m_dcache(caches.sets(), caches.ways),
      m_itlb(fully_associative(tlb.instruction_entries)),
      m_dtlb(fully_associative(tlb.data_entries)) {
    if (tlb.main_sets != 0) {
        m_main_tlb.emplace(tlb.main_sets, tlb.main_ways);
    }
}

void memory_model::fetch_granules(std::uint32_t pc, std::uint32_t bytes, activity_counts& counts) {
    const std::uint32_t last = (pc + bytes - 1) >> fetch_bits;
    bool is_second = false;
    for (std::uint32_t granule = pc >> fetch_bits; granule <= last; ++granule) {
        if (granule == m_last_fetch) {
            continue;
        }
        m_last_fetch = granule;
        counts.add(activity_kind::icache_access);
        counts.add(activity_kind::cycle, is_second ? 1 : 0);
        is_second = true;
        const std::uint32_t line = granule >> (m_line_bits - fetch_bits);
        if (line != m_last_fetch_line) {
            fetch_line(line, counts);
        }
    }
}

void memory_model::fetch_line(std::uint32_t line, activity_counts& counts) {
    m_last_fetch_line = line;
    translate_fetch(line << m_line_bits, counts); // an instruction may reach into the next page
    if (!m_icache.touch(line)) {
        m_icache.fill(line);
        counts.add(activity_kind::icache_miss);
        counts.add(activity_kind::external_request);
        counts.add(activity_kind::bus_read);
        stall_for(m_timing.cache_miss, activity_kind::ibuf_stall, counts);
    }
}

void memory_model::access(std::uint32_t address, std::uint32_t bytes, bool is_write,
                          activity_counts& counts) {
    counts.add(activity_kind::dcache_transfer);
    access_line(address >> m_line_bits, is_write, counts);
    const std::uint32_t last = (address + bytes - 1) >> m_line_bits;
    if (last != address >> m_line_bits) {
        counts.add(activity_kind::cycle);
        access_line(last, is_write, counts);
    }
}

void memory_model::access_line(std::uint32_t line, bool is_write, activity_counts& counts) {
    if (line != m_last_line) {
        m_last_line = line;
        counts.add(activity_kind::dcache_access);
        counts.add(activity_kind::dcache_access_any);
        translate(line >> (page_bits - m_line_bits), m_dtlb, activity_kind::dtlb_miss,
                  activity_kind::data_dependency_stall, counts);
        if (!m_dcache.touch(line)) {
            counts.add(activity_kind::dcache_miss);
            counts.add(activity_kind::external_data_access);
            counts.add(activity_kind::external_request);
            counts.add(activity_kind::bus_read);
            stall_for(m_timing.cache_miss, activity_kind::data_dependency_stall, counts);
            if (m_dcache.fill(line)) {
                counts.add(activity_kind::dcache_line);
                counts.add(activity_kind::dcache_half_line, 2);
                counts.add(activity_kind::external_request);
                counts.add(activity_kind::bus_write);
            }
        }
    }
    if (is_write) {
        m_dcache.mark_dirty(line);
    }
}

void memory_model::translate(std::uint32_t page, std::optional<tag_array>& buffer,
                             activity_kind miss, activity_kind stall, activity_counts& counts) {
    if (!buffer || buffer->touch(page)) {
        return;
    }
    buffer->fill(page);
    counts.add(miss);
    if (m_main_tlb) {
        if (m_main_tlb->touch(page)) {
            stall_for(m_timing.tlb_refill, stall, counts);
            return;
        }
        m_main_tlb->fill(page);
        counts.add(activity_kind::main_tlb_miss);
    }
    counts.add(activity_kind::external_request);
    counts.add(activity_kind::bus_read);
    stall_for(m_timing.table_walk, stall, counts);
}

void memory_model::stall_for(std::uint32_t cycles, activity_kind stall, activity_counts& counts) {
    counts.add(stall, cycles);
    counts.add(activity_kind::cycle, cycles);
}

void memory_model::invalidate_instruction_cache() {
    m_icache.clear();
    m_last_fetch = none;
    m_last_fetch_line = none;
}

void memory_model::invalidate_data_cache() {
    m_dcache.clear();
    m_last_line = none;
}

void memory_model::invalidate_tlbs() {
    for (std::optional<tag_array>* buffer : {&m_itlb, &m_dtlb, &m_main_tlb}) {
        if (*buffer) {
            (*buffer)->clear();
        }
    }
    m_last_fetch_page = none;
    m_last_line = none;
}

} // namespace platform
