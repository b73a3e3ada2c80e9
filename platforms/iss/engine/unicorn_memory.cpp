// SPDX-License-Identifier: Apache-2.0
// What is where: memory and devices by physical addresses, and what virtual ones lead to.
#include <iss/engine/unicorn_engine.h>

#include <algorithm>

namespace platform::iss {

namespace {

constexpr std::uint32_t least_page = 1024; ///< no table tells pages that are smaller
constexpr std::uint64_t end_of_space = std::uint64_t{1} << 32U;

} // namespace

table_registers unicorn_engine::read_table_registers() const {
    const auto reg = [this](unsigned crn, unsigned crm, unsigned opc2) {
        return system_register({15, 0, crn, crm, opc2});
    };
    table_registers r;
    r.control = reg(1, 0, 0);
    r.base_0 = reg(2, 0, 0);
    r.base_1 = reg(2, 0, 1);
    r.base_control = reg(2, 0, 2);
    r.domains = reg(3, 0, 0);
    r.context = reg(13, 0, 1);
    return r;
}

memory_protection unicorn_engine::read_protection() {
    constexpr pmu::coprocessor_register type{15, 0, 0, 0, 4};   // MPUIR
    constexpr pmu::coprocessor_register number{15, 0, 6, 2, 0}; // RGNR
    const std::uint32_t selected = system_register(number);
    const std::uint32_t count = system_register(type) >> 8U & 0xFFU;
    std::vector<memory_protection::region> regions;
    for (std::uint32_t n = 0; n < count; ++n) {
        set_system_register(number, n);
        regions.push_back({system_register({15, 0, 6, 1, 0}), system_register({15, 0, 6, 1, 2}),
                           system_register({15, 0, 6, 1, 4})});
    }
    set_system_register(number, selected);
    return {system_control(), std::move(regions)};
}

std::optional<std::uint32_t> unicorn_engine::physical(std::uint32_t address) const {
    return m_translation ? m_translation->physical(address) : address;
}

// --- physical addresses --------------------------------------------------------------------------

/// Unicorn itself would call the devices.
bool unicorn_engine::is_physical_memory(std::uint32_t address, std::size_t bytes) const {
    std::uint64_t at = address;
    const std::uint64_t end = at + bytes;
    while (at < end) {
        const auto here = static_cast<std::uint32_t>(at);
        const region* const found = memory_at(here);
        if (at != here || found == nullptr) {
            return false;
        }
        at = found->base + found->bytes;
    }
    return true;
}

bool unicorn_engine::read_physical(std::uint32_t address, void* data, std::size_t bytes) const {
    return is_physical_memory(address, bytes) &&
           uc_mem_read(m_uc, address, data, bytes) == UC_ERR_OK;
}

bool unicorn_engine::put_physical(std::uint32_t address, const void* data, std::size_t bytes) {
    return is_physical_memory(address, bytes) &&
           uc_mem_write(m_uc, address, data, bytes) == UC_ERR_OK;
}

// --- virtual addresses ---------------------------------------------------------------------------

/// Calls f(physical address, offset in the data, bytes), until it fails.
/// \return false: it has, or nothing is there
template <class F>
bool unicorn_engine::for_each_piece(std::uint32_t address, std::size_t bytes, const F& f) const {
    if (!has_translation()) {
        return f(address, std::size_t{0}, bytes);
    }
    for (std::size_t done = 0; done < bytes;) {
        const auto at = static_cast<std::uint32_t>(address + done);
        const std::size_t length =
            std::min<std::size_t>(bytes - done, least_page - at % least_page);
        const auto where = physical(at);
        if (!where || !f(*where, done, length)) {
            return false;
        }
        done += length;
    }
    return true;
}

bool unicorn_engine::read(std::uint32_t address, void* data, std::size_t bytes) {
    return for_each_piece(address, bytes, [&](std::uint32_t at, std::size_t offset, std::size_t n) {
        return read_physical(at, static_cast<unsigned char*>(data) + offset, n);
    });
}

bool unicorn_engine::write(std::uint32_t address, const void* data, std::size_t bytes) {
    const bool is_done = put(address, data, bytes);
    if (is_done && m_meter->forget(address, bytes)) { // Unicorn takes it for data
        discard_translations(address, std::uint64_t{address} + bytes);
    }
    return is_done;
}

bool unicorn_engine::put(std::uint32_t address, const void* data, std::size_t bytes) {
    return for_each_piece(address, bytes, [&](std::uint32_t at, std::size_t offset, std::size_t n) {
        return put_physical(at, static_cast<const unsigned char*>(data) + offset, n);
    });
}

bool unicorn_engine::is_mapped_memory(std::uint32_t address) const {
    const auto at = physical(address);
    return at && memory_at(*at) != nullptr;
}

/// Whether an address is mapped, and physically to where there is no memory.
bool unicorn_engine::leads_outside(std::uint32_t address) const {
    const auto at = physical(address);
    return at && memory_at(*at) == nullptr;
}

// --- what Unicorn looks virtual addresses up in --------------------------------------------------

/// \return false: that has been done
bool unicorn_engine::cover() {
    if (!m_holes.empty()) {
        return false;
    }
    std::vector<const region*> all;
    for (const auto* list : {&m_memory, &m_device_regions}) {
        for (const auto& r : *list) {
            all.push_back(r.get());
        }
    }
    std::sort(all.begin(), all.end(),
              [](const region* a, const region* b) { return a->base < b->base; });
    std::uint64_t at = 0;
    for (const region* r : all) {
        cover_gap(at, r->base);
        at = r->base + r->bytes;
    }
    cover_gap(at, end_of_space);
    for (const auto& r : m_holes) {
        attach(*r, false);
    }
    for (const auto& r : m_device_regions) { // code may have the same virtual address
        uc_mem_protect(m_uc, r->base, r->bytes, UC_PROT_ALL);
    }
    return true;
}

void unicorn_engine::cover_gap(std::uint64_t base, std::uint64_t end) {
    constexpr std::uint64_t most = std::uint64_t{1} << 28U;
    while (base < end) {
        const std::uint64_t bytes = std::min(end - base, most - base % most);
        m_holes.push_back(std::make_unique<region>(
            region{this, static_cast<std::uint32_t>(base), bytes, nullptr, true}));
        base += bytes;
    }
}

} // namespace platform::iss
