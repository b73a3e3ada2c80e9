// SPDX-License-Identifier: Apache-2.0
// Instruction fetch and data accesses of the pipeline.
#include <activity/pipeline.h>

#include <algorithm>

namespace platform::activity {

namespace {

constexpr std::uint32_t code_base = 0x8000;
constexpr std::uint32_t context_size = 0x01000000; ///< bytes between the data of two contexts
constexpr std::uint32_t line_shift = 5;
constexpr std::uint32_t page_shift = 12;
constexpr std::uint32_t hit_latency = 2;
constexpr std::uint32_t main_tlb_latency = 3;
constexpr std::uint32_t line_transfer = 4; ///< cycles for which a line occupies the bus
constexpr std::uint32_t peripheral_base = 0xF0000000;

std::uint32_t address_of(std::uint32_t position) {
    return code_base + 4 * position;
}

} // namespace

bool pipeline::fetch(cycle_activity& a) {
    const std::uint32_t address = address_of(m_pc);
    if (address >> 3 == m_fetched) {
        return true;
    }
    const std::uint32_t page = address >> page_shift;
    if (page != m_fetched_page) {
        m_fetched_page = page;
        const std::uint64_t cycles = translate(m_itlb, page, activity_kind::itlb_miss, a);
        if (cycles != 0) {
            stall_now(a, bit_of(activity_kind::ibuf_stall), cycles);
            return false;
        }
    }
    m_fetched = address >> 3;
    if (a.has(activity_kind::icache_access)) { // put off from the cycle before
        post(activity_kind::icache_access);
    } else {
        a.add(activity_kind::icache_access);
    }
    if (soft_error(m_icache_error)) {
        a.add(activity_kind::icache_soft_error);
    }
    const std::uint32_t line = address >> line_shift;
    if (m_icache.touch(line)) {
        return true;
    }
    a.add(activity_kind::icache_miss);
    m_icache.fill(line);
    post(activity_kind::external_request);
    stall_now(a, bit_of(activity_kind::ibuf_stall), memory_time());
    return false;
}

bool pipeline::fetch_without_wait() {
    const std::uint32_t address = address_of(m_pc);
    if (address >> 3 == m_fetched) {
        return true;
    }
    if (address >> page_shift != m_fetched_page || !m_icache.touch(address >> line_shift)) {
        return false;
    }
    m_fetched = address >> 3;
    post(activity_kind::icache_access); // this cycle may have made one already
    return true;
}

std::uint64_t pipeline::translate(tag_array& micro, std::uint32_t page, activity_kind miss,
                                  cycle_activity& a) {
    if (micro.touch(page)) {
        return 0;
    }
    a.add(miss);
    micro.fill(page);
    if (m_main_tlb.touch(page)) {
        return main_tlb_latency;
    }
    m_main_tlb.fill(page);
    post(activity_kind::main_tlb_miss);
    post(activity_kind::external_request);
    return main_tlb_latency + memory_time();
}

std::uint32_t pipeline::next_address(const synthetic_instruction& i) {
    const data_stream& s = m_program.streams()[i.stream];
    std::uint32_t& position = m_positions[i.stream];
    const std::uint32_t bytes = 4U * i.registers;
    switch (s.pattern) {
    case access_pattern::hot:
    case access_pattern::peripheral: position = m_random.below((s.size - bytes) / 4) * 4; break;
    case access_pattern::table:
        position = m_random.below((s.size - bytes) / 4) * 4;
        if (i.registers == 1 && m_random.chance(1, 64)) {
            position += 2;
        }
        break;
    case access_pattern::chasing:
        // A store goes to the element that was found, and so do most loads.
        if (!is_store(i.op) && m_random.chance(1, 4)) {
            position = m_random.below((s.size - bytes) / 4) * 4;
        }
        break;
    case access_pattern::sequential:
        // A store to an array that is also read goes to the element read last.
        if (!is_store(i.op) || s.stride * i.registers == bytes) {
            position += s.stride * i.registers;
        }
        if (position + bytes > s.size) {
            position = 0;
        }
        break;
    }
    const std::uint32_t context =
        s.base >= peripheral_base || s.pattern == access_pattern::table ? 0 : m_context;
    return s.base + context * context_size + position;
}

void pipeline::transfer(cycle_activity& a) {
    const std::uint32_t address = m_transfer_address;
    const bool first = a.has(activity_kind::instruction);
    const bool sequential = !first && address % (1U << line_shift) >= 4;
    const std::uint64_t latency = access(a, address, m_transfer_stores, sequential);
    if (!m_transfer_stores) {
        m_load_ready = std::max(m_load_ready, m_now + latency);
    }
    if (first && address % 4 != 0) {
        a.add(activity_kind::unaligned_access);
        stall(0, 1);
    }
    m_transfer_address += 4;
    --m_transfers_left;
}

std::uint64_t pipeline::access(cycle_activity& a, std::uint32_t address, bool store,
                               bool sequential) {
    const std::uint64_t latency =
        hit_latency + translate(m_dtlb, address >> page_shift, activity_kind::dtlb_miss, a);
    const std::uint32_t line = address >> line_shift;
    if (address >= peripheral_base) {
        if (!sequential) {
            a.add(activity_kind::dcache_access_any);
        }
        a.add(activity_kind::noncachable_access);
        post(activity_kind::external_data_access);
        post(activity_kind::external_request);
        request& r = *free_request();
        r = {m_now + memory_time(), line, false};
        return latency + (r.done - m_now);
    }
    a.add(activity_kind::dcache_transfer);
    if (!sequential) {
        a.add(activity_kind::dcache_access);
        a.add(activity_kind::dcache_access_any);
        if (soft_error(m_dcache_error)) {
            a.add(activity_kind::dcache_soft_error);
        }
    }
    if (m_dcache.touch(line)) {
        if (store) {
            m_dcache.mark_dirty();
        }
        return latency;
    }
    if (store) { // the cache allocates for reads only
        write_past_cache(a, line);
        return latency;
    }
    a.add(activity_kind::dcache_miss);
    return latency + refill(line);
}

std::uint64_t pipeline::refill(std::uint32_t line) {
    request& r = *free_request();
    const std::uint64_t cycles = memory_time();
    r = {m_now + cycles, line, false};
    post(activity_kind::external_data_access);
    post(activity_kind::external_request);
    if (m_dcache.fill(line).dirty != 0) {
        post(activity_kind::dcache_line, cycles);
        post(activity_kind::external_request, cycles);
        post(activity_kind::dcache_half_line, cycles);
        post(activity_kind::dcache_half_line, cycles + 1);
    }
    return cycles;
}

void pipeline::write_past_cache(cycle_activity& a, std::uint32_t line) {
    for (const request& r : m_requests) {
        if (r.store && r.line == line && r.done > m_now) {
            a.add(activity_kind::store_merged);
            return;
        }
    }
    // Only the access that opens the line is a miss, and a sequential one can do that as well.
    a.add(activity_kind::dcache_miss);
    post(activity_kind::external_data_access);
    post(activity_kind::external_request);
    *free_request() = {m_now + memory_time(), line, true};
}

void pipeline::preload(cycle_activity& a, const synthetic_instruction& i) {
    synthetic_instruction ahead = i;
    ahead.op = operation::store; // looks at the place, does not advance the stream
    const std::uint32_t line = (next_address(ahead) >> line_shift) + i.registers;
    if (m_dcache.contains(line)) {
        return;
    }
    if (free_request() == nullptr) {
        a.add(activity_kind::preload_dropped);
        return;
    }
    a.add(activity_kind::preload_linefill);
    refill(line);
}

std::uint64_t pipeline::memory_time() {
    const std::uint64_t begin = std::max(m_now, m_bus_free);
    m_bus_free = begin + line_transfer;
    return begin - m_now + m_config.memory_latency + m_random.below(8);
}

bool pipeline::soft_error(std::uint32_t& countdown) {
    if (m_config.soft_error_interval == 0 || --countdown != 0) {
        return false;
    }
    countdown = m_config.soft_error_interval / 2 + 1 + m_random.below(m_config.soft_error_interval);
    return true;
}

pipeline::request* pipeline::free_request() {
    const auto found = std::find_if(m_requests.begin(), m_requests.end(),
                                    [&](const request& r) { return r.done <= m_now; });
    return found == m_requests.end() ? nullptr : &*found;
}

std::uint64_t pipeline::first_free_request() const {
    return std::min_element(m_requests.begin(), m_requests.end(),
                            [](const request& a, const request& b) { return a.done < b.done; })
        ->done;
}

} // namespace platform::activity
