// SPDX-License-Identifier: Apache-2.0
// What a write to a register of CP15 does to caches and TLBs.
#include <iss/meter/memory_model.h>

namespace platform::iss {

void memory_model::clean(std::uint32_t set, std::uint32_t way, bool invalidates,
                         activity_counts& counts) {
    write_back(invalidates ? m_dcache->erase_at(set, way).dirty : m_dcache->clean_at(set, way),
               counts);
}

void memory_model::for_all_lines(bool invalidates, activity_counts& counts) {
    for (std::uint32_t set = 0; set < m_dcache->sets(); ++set) {
        for (std::uint32_t way = 0; way < m_dcache->ways(); ++way) {
            clean(set, way, invalidates, counts);
        }
    }
}

void memory_model::operate(memory_operation operation, std::uint32_t value,
                           activity_counts& counts) {
    using op = memory_operation;
    if (operation == op::flush_prefetch) {
        restart_fetch();
        return;
    }
    if (!has_caches() || operate_on_tlbs(operation, value)) {
        return;
    }
    const std::uint32_t line = physical(value) >> m_line_bits; // by address
    const std::uint32_t set = value >> m_line_bits & (m_dcache->sets() - 1);
    const unsigned way_bits = log2_of(m_dcache->ways());
    const std::uint32_t way = way_bits == 0 ? 0 : value >> (32U - way_bits);
    switch (operation) {
    case op::invalidate_icache: m_icache->clear(); break;
    case op::invalidate_icache_line: m_icache->erase(line); break;
    case op::invalidate_icache_way: m_icache->erase_at(set, way); break;
    case op::invalidate_dcache: m_dcache->clear(); break;
    case op::invalidate_dcache_line: m_dcache->erase(line); break;
    case op::invalidate_dcache_way: m_dcache->erase_at(set, way); break;
    case op::invalidate_caches:
        m_icache->clear();
        m_dcache->clear();
        break;
    case op::clean_dcache: for_all_lines(false, counts); break;
    case op::clean_dcache_line: write_back(m_dcache->clean(line), counts); break;
    case op::clean_dcache_way: clean(set, way, false, counts); break;
    case op::clean_invalidate_dcache: for_all_lines(true, counts); break;
    case op::clean_invalidate_dcache_line: write_back(m_dcache->erase(line).dirty, counts); break;
    case op::clean_invalidate_dcache_way: clean(set, way, true, counts); break;
    case op::allocate_line: // nothing is read
        if (!m_dcache->touch(line)) {
            write_back(m_dcache->fill(line).dirty, counts);
        }
        break;
    default: return;
    }
    m_last_fetch_line = none;
    m_last_line = none;
    look_up_again();
}

void memory_model::operate_range(memory_operation operation, std::uint32_t first,
                                 std::uint32_t last, activity_counts& counts) {
    if (!has_caches()) {
        return;
    }
    const std::uint64_t line_bytes = std::uint64_t{1} << m_line_bits;
    for (std::uint64_t line = first & ~(line_bytes - 1); line <= last; line += line_bytes) {
        operate(operation, static_cast<std::uint32_t>(line), counts);
    }
}

/// \return false: it is about something else
bool memory_model::operate_on_tlbs(memory_operation operation, std::uint32_t value) {
    using op = memory_operation;
    const std::uint32_t page = value >> page_bits;
    const std::uint32_t space = value & 0xFFU;
    switch (operation) {
    case op::invalidate_tlbs:
        drop_pages(m_itlb);
        drop_pages(m_dtlb);
        break;
    case op::invalidate_itlb: drop_pages(m_itlb); break;
    case op::invalidate_dtlb: drop_pages(m_dtlb); break;
    case op::invalidate_tlbs_page:
        drop_page(m_itlb, page, space);
        drop_page(m_dtlb, page, space);
        break;
    case op::invalidate_itlb_page: drop_page(m_itlb, page, space); break;
    case op::invalidate_dtlb_page: drop_page(m_dtlb, page, space); break;
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
void memory_model::drop_page(std::optional<activity::tag_array>& buffer, std::uint32_t page,
                             std::uint32_t address_space) {
    for (std::optional<activity::tag_array>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            for (const std::uint32_t tag :
                 {address_translation::flat_tag, address_translation::global_tag,
                  address_translation::tag_of(address_space)}) {
                (*b)->erase(page | tag);
            }
        }
    }
}

/// Pages that all address spaces share stay; those of an MMU that is off are of all spaces.
void memory_model::drop_space(std::optional<activity::tag_array>& buffer,
                              std::uint32_t address_space) {
    const std::uint32_t tag = address_translation::tag_of(address_space);
    for (std::optional<activity::tag_array>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            (*b)->erase_if([=](std::uint32_t key) {
                const std::uint32_t own = key & ~0xF'FFFFU;
                return own == tag || own == address_translation::flat_tag;
            });
        }
    }
}

void memory_model::drop_pages(std::optional<activity::tag_array>& buffer) {
    for (std::optional<activity::tag_array>* b : {&buffer, &m_main_tlb}) {
        if (*b) {
            (*b)->clear();
        }
    }
}

} // namespace platform::iss
