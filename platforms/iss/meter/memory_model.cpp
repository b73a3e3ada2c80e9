// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/memory_model.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace platform::iss {

namespace {

constexpr bool is_power_of_two(std::uint32_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

} // namespace

const cache_geometry& checked(const cache_geometry& g) {
    const auto expect = [](bool is_right, const char* what, std::uint32_t got, const char* unit) {
        if (!is_right) {
            throw std::invalid_argument(std::string("expected ") + what + ", got " +
                                        std::to_string(got) + unit);
        }
    };
    expect(is_power_of_two(g.bytes), "a size that is a power of two", g.bytes, " bytes");
    expect(is_power_of_two(g.ways), "a number of ways that is a power of two", g.ways, "");
    expect(is_power_of_two(g.line) && g.line >= 16 && g.line <= 256,
           "a line of 16, 32, 64, 128 or 256 bytes", g.line, "");
    expect(std::uint64_t{g.ways} * g.line <= g.bytes, "a size of one line in each way at least",
           g.bytes, " bytes");
    return g;
}

namespace {

/// The rules of a cache of this geometry.
activity::replacement_rules rules_of(const core_model& core, const cache_geometry& g) {
    activity::replacement_rules rules = core.replacement;
    switch (g.policy) {
    case cache_policy::core: break;
    case cache_policy::lru: rules.policy = activity::replacement::lru; break;
    case cache_policy::round_robin: rules.policy = activity::replacement::round_robin; break;
    case cache_policy::random: rules.policy = activity::replacement::random; break;
    }
    return rules;
}

/// Intel 273473, 6.2: of an XScale, whatever its other caches are like.
constexpr cache_geometry mini_data_cache{2048, 2, 32};

} // namespace

memory_model::memory_model(const core_model& core, const cache_pair& caches, std::int64_t& budget)
    : m_core(core), m_code_line_bits(log2_of(caches.exist() ? checked(caches.instruction).line
                                                            : 1U << fetch_bits)),
      m_line_bits(
          log2_of(caches.exist() ? checked(caches.data).line : core.data.line_without_cache)),
      m_budget(budget) {
    if (!caches.exist()) {
        return;
    }
    const cache_geometry& code = caches.instruction;
    try {
        m_icache.emplace(code.sets(), code.ways, rules_of(core, code));
        m_dcache.emplace(caches.data, rules_of(core, caches.data));
    } catch (const std::bad_alloc&) {
        throw no_memory_for_tags();
    }
    if (core.has_mini_data_cache) {
        m_mini_dcache.emplace(mini_data_cache, core.replacement);
    }
    const auto follows_control = [&](const cache_geometry& g) {
        return core.round_robin_by_control && g.policy == cache_policy::core;
    };
    m_icache_follows_control = follows_control(code);
    m_dcache_follows_control = follows_control(caches.data);
    if (core.tlb.exists()) {
        m_itlb.emplace(1, core.tlb.instruction_entries, core.tlb.rules);
        m_dtlb.emplace(1, core.tlb.data_entries, core.tlb.rules);
    }
    if (core.tlb.main_sets != 0) {
        m_main_tlb.emplace(core.tlb.main_sets, core.tlb.main_ways, core.tlb.rules);
    }
}

void memory_model::set_round_robin(bool is_round_robin) {
    const activity::replacement policy =
        is_round_robin ? activity::replacement::round_robin : m_core.replacement.policy;
    if (m_icache_follows_control) {
        m_icache->set_policy(policy);
    }
    if (m_dcache_follows_control) {
        m_dcache->tags.set_policy(policy);
    }
}

// --- fetches -------------------------------------------------------------------------------------

void memory_model::come_to_page(std::uint32_t pc, activity_counts& counts) {
    m_last_fetch_page = pc >> m_part_bits;
    if (m_translation != nullptr) {
        m_fetch_offset = m_translation->offset(pc);
        m_is_page_cached = is_cachable(m_translation->kind(pc));
    }
    translate(pc, m_itlb, activity::activity_kind::itlb_miss, activity::activity_kind::ibuf_stall,
              counts);
}

void memory_model::fetch_granules(std::uint32_t pc, std::uint32_t bytes, std::uint32_t end,
                                  activity_counts& counts) {
    const std::uint32_t first = (pc >> fetch_bits) + (pc >> fetch_bits == m_last_fetch ? 1 : 0);
    const std::uint32_t last = (end - 1) >> fetch_bits;
    m_last_fetch = last;
    if (first > last) {
        return;
    }
    const std::uint32_t requests = last - first + 1;
    const std::uint32_t line_shift = m_code_line_bits - fetch_bits;
    if (m_is_code_cached && m_is_page_cached) {
        counts.add(activity::activity_kind::icache_access, requests);
        const bool first_needs_two =
            first <= (pc >> fetch_bits) && (pc + bytes - 1) >> fetch_bits != pc >> fetch_bits;
        spend(first_needs_two ? 1 : 0, counts);
        for (std::uint32_t line = first >> line_shift; line <= last >> line_shift; ++line) {
            if (line != m_last_fetch_line) {
                fetch_line(line, counts);
            }
        }
        return;
    }
    if (m_itlb) { // an instruction may reach into the next page
        translate_fetch((last << fetch_bits) - m_fetch_offset, counts);
    }
    if (m_core.data.fetches_are_requests) {
        counts.add(activity::activity_kind::noncachable_access, requests);
        counts.add(activity::activity_kind::external_request, requests);
        counts.add(activity::activity_kind::bus_read, requests);
        counts.add(activity::activity_kind::bus_read_normal, requests);
    }
}

void memory_model::fetch_line(std::uint32_t line, activity_counts& counts) {
    m_last_fetch_line = line;
    translate_fetch((line << m_code_line_bits) - m_fetch_offset,
                    counts); // an instruction may reach into the next page
    if (!m_icache->touch(line)) {
        m_icache->fill(line);
        counts.add(activity::activity_kind::icache_miss);
        read_line(counts);
        stall_for(m_core.timing.cache_miss, activity::activity_kind::ibuf_stall, counts);
    }
}

// --- data ----------------------------------------------------------------------------------------

/// Only what is cached as accesses_at_once() does it.
void memory_model::know_data_page(std::uint32_t address, bool may_load, bool may_store) {
    const memory_kind kind = kind_at(address, false);
    if (is_cachable(kind) && kind != memory_kind::mini_data) {
        const bool stores_stay = policy_of(kind) != store_policy::goes_through;
        m_data_pages[data_page_of(address)] = {address >> m_part_bits, physical(address) - address,
                                               space_of(address), may_load,
                                               may_store && stores_stay};
    }
}

void memory_model::access(std::uint32_t address, std::uint32_t bytes, bool is_write, bool is_device,
                          activity_counts& counts) {
    if (m_dtlb) {
        translate_data(address, bytes,
                       is_write ? m_core.data.store_stall
                                : activity::activity_kind::data_dependency_stall,
                       counts);
    }
    const std::uint32_t part = std::uint32_t{1} << m_part_bits;
    const std::uint32_t in_part = part - (address & (part - 1));
    const memory_kind kind = kind_at(address, is_device);
    const memory_kind next = bytes > in_part ? kind_at(address + in_part, is_device) : kind;
    if (next != kind) {
        access_as(kind, address, in_part, is_write, counts);
        access_as(next, address + in_part, bytes - in_part, is_write, counts);
    } else {
        access_as(kind, address, bytes, is_write, counts);
    }
}

/// An item, or what of it lies in pages of one kind.
void memory_model::access_as(memory_kind kind, std::uint32_t address, std::uint32_t bytes,
                             bool is_write, activity_counts& counts) {
    const bool is_cached = this->is_cached(kind);
    const std::uint32_t line_bytes = std::uint32_t{1} << line_bits_of(kind);
    const std::uint32_t in_line = std::min(bytes, line_bytes - (address & (line_bytes - 1)));
    access_line(address, in_line, is_write, kind, counts);
    if (in_line != bytes) {
        access_line(address + in_line, bytes - in_line, is_write, kind, counts);
        spend(is_cached ? 1 : 0, counts);
    }
}

void memory_model::add_pending(activity_counts& counts) {
    const std::uint64_t all = m_hits + m_uncached_reads + m_uncached_writes;
    if (all == 0) {
        return;
    }
    counts.add(activity::activity_kind::dcache_access_any, all);
    counts.add(activity::activity_kind::dcache_access, m_hits);
    counts.add(activity::activity_kind::dcache_transfer,
               m_core.data.transfers_anywhere ? 0 : m_hits);
    counts.add(activity::activity_kind::external_data_access, m_uncached_reads + m_uncached_writes);
    counts.add(activity::activity_kind::noncachable_access, m_uncached_reads + m_uncached_writes);
    add_requests(false, false, m_uncached_reads, counts);
    add_requests(true, false, m_uncached_writes, counts);
    m_hits = m_uncached_reads = m_uncached_writes = 0;
}

/// What lies in one line.
void memory_model::access_line(std::uint32_t address, std::uint32_t bytes, bool is_write,
                               memory_kind kind, activity_counts& counts) {
    const bool is_cached = this->is_cached(kind);
    const unsigned line_bits = line_bits_of(kind);
    const std::uint32_t line = physical(address) >> line_bits;
    if (line << line_bits != m_last_line) {
        m_last_line = line << line_bits;
        counts.add(activity::activity_kind::dcache_access_any);
        if (is_cached) {
            counts.add(activity::activity_kind::dcache_access);
            m_is_last_line_present =
                cache_of(kind).tags.touch(line) || miss(line, is_write, kind, counts);
        }
    }
    if (is_cached && !m_core.data.transfers_anywhere) {
        counts.add(activity::activity_kind::dcache_transfer);
    }
    const bool stays =
        is_cached && m_is_last_line_present && policy_of(kind) != store_policy::goes_through;
    if (!is_cached || (is_write && !stays)) {
        access_past_cache(address, bytes, is_write, kind, counts);
    } else if (is_write) {
        cache_of(kind).mark_dirty(physical(address), bytes);
    }
}

memory_model::store_policy memory_model::policy_of(memory_kind kind) const {
    switch (kind) {
    case memory_kind::write_through: return store_policy::goes_through;
    case memory_kind::read_allocate: return store_policy::read_allocate;
    case memory_kind::mini_data: return m_mini_policy;
    default:
        return m_core.data.allocates_on_store ? store_policy::allocate
                                              : store_policy::read_allocate;
    }
}

/// \return whether the line is there now
bool memory_model::miss(std::uint32_t line, bool is_write, memory_kind kind,
                        activity_counts& counts) {
    counts.add(activity::activity_kind::dcache_miss);
    if (is_write && policy_of(kind) != store_policy::allocate) {
        return false;
    }
    counts.add(activity::activity_kind::external_data_access);
    refill(cache_of(kind), line, counts);
    stall_for(m_core.timing.cache_miss,
              is_write ? m_core.data.store_stall : activity::activity_kind::data_dependency_stall,
              counts);
    return true;
}

void memory_model::refill(data_cache& cache, std::uint32_t line, activity_counts& counts) {
    read_line(counts);
    write_back(cache.fill(line).dirty, counts);
}

void memory_model::read_line(activity_counts& counts) {
    counts.add(activity::activity_kind::external_request);
    counts.add(activity::activity_kind::bus_read);
    counts.add(activity::activity_kind::bus_read_normal);
}

/// \param dirty the parts of a line that were written
void memory_model::write_back(std::uint32_t dirty, activity_counts& counts) {
    if (dirty != 0) {
        counts.add(activity::activity_kind::dcache_half_line,
                   static_cast<std::uint64_t>(__builtin_popcount(dirty)));
        counts.add(activity::activity_kind::dcache_line);
        counts.add(activity::activity_kind::external_request);
        counts.add(activity::activity_kind::bus_write);
        counts.add(activity::activity_kind::bus_write_normal);
    }
}

/// Each item is an access of its own to the outside, twice where it needs two doublewords: the bus
/// has 64 bits.
void memory_model::access_past_cache(std::uint32_t address, std::uint32_t bytes, bool is_write,
                                     memory_kind kind, activity_counts& counts) {
    counts.add(activity::activity_kind::external_data_access, (address & 7U) + bytes > 8 ? 2 : 1);
    request(address, bytes, is_write, kind, counts);
}

/// A request takes what an instruction accesses in one block.
void memory_model::request(std::uint32_t address, std::uint32_t bytes, bool is_write,
                           memory_kind kind, activity_counts& counts) {
    std::uint32_t& last_block = m_last_block[is_write ? 1 : 0];
    for (const std::uint32_t at : {address, address + bytes - 1}) {
        const std::uint32_t block = physical(at) / m_core.data.block;
        if (block == last_block) {
            continue;
        }
        last_block = block;
        add_requests(is_write, is_device(kind), 1, counts);
        counts.add(activity::activity_kind::noncachable_access, is_cached(kind) ? 0 : 1);
    }
}

void memory_model::add_requests(bool is_write, bool is_device, std::uint64_t n,
                                activity_counts& counts) {
    counts.add(activity::activity_kind::external_request, n);
    if (is_write) {
        counts.add(activity::activity_kind::bus_write, n);
        counts.add(is_device ? activity::activity_kind::bus_write_device
                             : activity::activity_kind::bus_write_normal,
                   n);
    } else {
        counts.add(activity::activity_kind::bus_read, n);
        counts.add(is_device ? activity::activity_kind::bus_read_device
                             : activity::activity_kind::bus_read_normal,
                   n);
    }
}

void memory_model::preload(std::uint32_t address, bool is_device, activity_counts& counts) {
    if (m_translation != nullptr && !m_translation->physical(address)) {
        return; // nothing is there: it does nothing
    }
    if (m_dtlb && address >> m_part_bits != m_last_data_page) {
        m_last_data_page = address >> m_part_bits;
        translate(address, m_dtlb, activity::activity_kind::dtlb_miss, std::nullopt, counts);
    }
    const memory_kind kind = kind_at(address, is_device);
    if (!is_cached(kind)) {
        return;
    }
    data_cache& cache = cache_of(kind);
    const std::uint32_t line = cache.line_of(physical(address));
    const bool is_present = cache.tags.touch(line);
    if (!is_present) {
        refill(cache, line, counts); // nobody waits for it
    }
    if (!m_core.data.preload_is_access) {
        counts.add(activity::activity_kind::preload_linefill, is_present ? 0 : 1);
        return;
    }
    counts.add(activity::activity_kind::dcache_access);
    counts.add(activity::activity_kind::dcache_access_any);
    counts.add(activity::activity_kind::dcache_transfer, m_core.data.transfers_anywhere ? 1 : 0);
    counts.add(activity::activity_kind::dcache_miss, is_present ? 0 : 1);
    counts.add(activity::activity_kind::external_data_access, is_present ? 0 : 1);
}

// --- translation ---------------------------------------------------------------------------------

void memory_model::translate_data(std::uint32_t address, std::uint32_t bytes,
                                  activity::activity_kind stall, activity_counts& counts) {
    for (const std::uint32_t at : {address, address + bytes - 1}) {
        if (at >> m_part_bits != m_last_data_page) {
            m_last_data_page = at >> m_part_bits;
            translate(at, m_dtlb, activity::activity_kind::dtlb_miss, stall, counts);
        }
    }
}

/// \param stall what a stall counts as; nothing: nobody waits
void memory_model::translate(std::uint32_t address, std::optional<translation_buffer>& buffer,
                             activity::activity_kind miss,
                             std::optional<activity::activity_kind> stall,
                             activity_counts& counts) {
    if (!buffer) {
        return;
    }
    const std::uint32_t space = space_of(address);
    if (buffer->touch(address, space)) {
        return;
    }
    const unsigned bits = m_translation != nullptr ? m_translation->size_bits(address)
                                                   : address_translation::flat_bits;
    buffer->fill(address, bits, space);
    counts.add(miss);
    std::uint32_t cycles = m_core.timing.table_walk;
    if (m_main_tlb) {
        if (m_main_tlb->touch(address, space)) {
            cycles = m_core.timing.tlb_refill;
        } else {
            m_main_tlb->fill(address, bits, space);
            counts.add(activity::activity_kind::main_tlb_miss);
        }
    }
    if (stall) {
        stall_for(cycles, *stall, counts);
    }
}

/// \param stall `nothing`: the cycles pass, and no event is about them
void memory_model::stall_for(std::uint32_t cycles, activity::activity_kind stall,
                             activity_counts& counts) {
    if (stall != activity::activity_kind::nothing) {
        counts.add(stall, cycles);
    }
    spend(cycles, counts);
}

} // namespace platform::iss
