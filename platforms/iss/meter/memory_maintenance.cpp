// SPDX-License-Identifier: Apache-2.0
// What a write to a register of CP15 does to caches and TLBs.
#include <iss/meter/memory_model.h>

namespace platform::iss {

namespace {
using op = memory_operation;
} // namespace

void memory_model::clean(data_cache& cache, std::uint32_t set, std::uint32_t way, bool invalidates,
                         activity_counts& counts) {
    write_back(invalidates ? cache.tags.erase_at(set, way).dirty : cache.tags.clean_at(set, way),
               counts);
}

void memory_model::for_all_lines(bool invalidates, activity_counts& counts) {
    for_data_caches([&](data_cache& cache) {
        for (std::uint32_t set = 0; set < cache.tags.sets(); ++set) {
            for (std::uint32_t way = 0; way < cache.tags.ways(); ++way) {
                clean(cache, set, way, invalidates, counts);
            }
        }
    });
}

void memory_model::operate(memory_operation operation, std::uint32_t value,
                           activity_counts& counts) {
    if (operation == op::flush_prefetch) {
        restart_fetch();
        return;
    }
    if (!has_caches() || operate_on_tlbs(operation, value)) {
        return;
    }
    if (!operate_on_icache(operation, value, counts) &&
        !operate_on_places(operation, value, counts)) {
        operate_on_dcache(operation, value, counts);
    }
    m_last_fetch_line = none;
    look_up_again();
}

/// \return false: it is about something else, or about the data cache, too
bool memory_model::operate_on_icache(memory_operation operation, std::uint32_t value,
                                     activity_counts& counts) {
    const auto line = [&] { return physical(value) >> m_code_line_bits; };
    switch (operation) {
    case op::invalidate_icache: m_icache->clear(); break;
    case op::invalidate_icache_line: m_icache->erase(line()); break;
    case op::lock_icache_ways: m_icache->lock_ways(value); break;
    case op::lock_icache_line: // nobody waits for it
        if (!m_icache->is_locked(line())) {
            m_icache->erase(line());
            m_icache->fill_locked(line());
            read_line(counts);
        }
        break;
    case op::unlock_icache: m_icache->unlock_lines(); break;
    case op::invalidate_caches: m_icache->clear(); return false;
    default: return false;
    }
    return true;
}

/// By set and way: the way in the highest bits, the set above those of a line.
/// \return false: it is about something else
bool memory_model::operate_on_places(memory_operation operation, std::uint32_t value,
                                     activity_counts& counts) {
    const auto way_of = [value](const activity::tag_array& tags) {
        const unsigned bits = log2_of(tags.ways());
        return bits == 0 ? 0 : value >> (32U - bits);
    };
    const std::uint32_t set = value >> m_line_bits & (m_dcache->tags.sets() - 1);
    const std::uint32_t way = way_of(m_dcache->tags);
    switch (operation) {
    case op::invalidate_icache_way:
        m_icache->erase_at(value >> m_code_line_bits & (m_icache->sets() - 1), way_of(*m_icache));
        break;
    case op::invalidate_dcache_way: m_dcache->tags.erase_at(set, way); break;
    case op::clean_dcache_way: clean(*m_dcache, set, way, false, counts); break;
    case op::clean_invalidate_dcache_way: clean(*m_dcache, set, way, true, counts); break;
    default: return false;
    }
    return true;
}

/// What is about a line is so in whichever cache has it.
void memory_model::operate_on_dcache(memory_operation operation, std::uint32_t value,
                                     activity_counts& counts) {
    const std::uint32_t address = physical(value);
    switch (operation) {
    case op::invalidate_dcache:
    case op::invalidate_caches:
        for_data_caches([](data_cache& cache) { cache.tags.clear(); });
        break;
    case op::invalidate_dcache_line:
        for_data_caches([=](data_cache& cache) { cache.tags.erase(cache.line_of(address)); });
        break;
    case op::clean_dcache: for_all_lines(false, counts); break;
    case op::clean_invalidate_dcache: for_all_lines(true, counts); break;
    case op::clean_dcache_line:
        for_data_caches([&](data_cache& cache) {
            write_back(cache.tags.clean(cache.line_of(address)), counts);
        });
        break;
    case op::clean_invalidate_dcache_line:
        for_data_caches([&](data_cache& cache) {
            write_back(cache.tags.erase(cache.line_of(address)).dirty, counts);
        });
        break;
    case op::allocate_line: // nothing is read
        if (const std::uint32_t line = m_dcache->line_of(address); !m_dcache->tags.touch(line)) {
            write_back(m_dcache->fill(line).dirty, counts);
        }
        break;
    case op::lock_dcache_ways: m_dcache->tags.lock_ways(value); break;
    case op::lock_dcache_fills: m_dcache->locks_fills = (value & 1U) != 0; break;
    case op::unlock_dcache: m_dcache->tags.unlock_lines(); break;
    case op::mini_data_policy: {
        constexpr store_policy policies[] = {store_policy::read_allocate, store_policy::allocate,
                                             store_policy::goes_through,
                                             store_policy::read_allocate}; // reserved
        m_mini_policy = policies[value >> 4U & 3U];
        break;
    }
    default: break;
    }
}

void memory_model::operate_range(memory_operation operation, std::uint32_t first,
                                 std::uint32_t last, activity_counts& counts) {
    if (!has_caches()) {
        return;
    }
    const std::uint64_t line_bytes = std::uint64_t{1}
                                     << (operation == op::invalidate_icache_line ? m_code_line_bits
                                                                                 : m_line_bits);
    for (std::uint64_t line = first & ~(line_bytes - 1); line <= last; line += line_bytes) {
        operate(operation, static_cast<std::uint32_t>(line), counts);
    }
}

/// \return false: it is about something else
bool memory_model::operate_on_tlbs(memory_operation operation, std::uint32_t value) {
    const std::uint32_t space = value & 0xFFU;
    switch (operation) {
    case op::invalidate_tlbs:
        drop_pages(m_itlb);
        drop_pages(m_dtlb);
        break;
    case op::invalidate_itlb: drop_pages(m_itlb); break;
    case op::invalidate_dtlb: drop_pages(m_dtlb); break;
    case op::invalidate_tlbs_page:
        drop_page(m_itlb, value);
        drop_page(m_dtlb, value);
        break;
    case op::invalidate_itlb_page: drop_page(m_itlb, value); break;
    case op::invalidate_dtlb_page: drop_page(m_dtlb, value); break;
    case op::invalidate_tlbs_space:
        drop_space(m_itlb, space);
        drop_space(m_dtlb, space);
        break;
    case op::invalidate_itlb_space: drop_space(m_itlb, space); break;
    case op::invalidate_dtlb_space: drop_space(m_dtlb, space); break;
    case op::tables: break; // what the buffers keep is tagged
    default: return false;
    }
    m_last_fetch_page = none;
    m_last_data_page = none;
    return true;
}

/// From the main TLB, too, which holds pages of both.
/// \param address with the address space in its lowest bits
void memory_model::drop_page(std::optional<translation_buffer>& buffer, std::uint32_t address) {
    for (std::optional<translation_buffer>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            for (const std::uint32_t space : {address_translation::flat_space,
                                              address_translation::global_space, address & 0xFFU}) {
                (*b)->erase(address, space);
            }
        }
    }
}

/// Pages that all address spaces share stay; those of an MMU that is off are of all spaces.
void memory_model::drop_space(std::optional<translation_buffer>& buffer,
                              std::uint32_t address_space) {
    for (std::optional<translation_buffer>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            (*b)->erase_space(address_space);
            (*b)->erase_space(address_translation::flat_space);
        }
    }
}

void memory_model::drop_pages(std::optional<translation_buffer>& buffer) {
    for (std::optional<translation_buffer>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            (*b)->clear();
        }
    }
}

} // namespace platform::iss
