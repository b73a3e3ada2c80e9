// SPDX-License-Identifier: Apache-2.0
// What a page of virtual addresses is mapped to, and who may do what there.
#pragma once

#include <cstdint>
#include <optional>

namespace platform::iss {

/// How memory is accessed, as far as counting wants to know.
enum class memory_kind : std::uint8_t {
    strongly_ordered,
    device,
    uncached,      ///< Normal memory
    write_through, ///< cached; what is stored goes out at once
    write_back,    ///< cached; whether stores allocate is the core's
    read_allocate, ///< the same, and stores do not
    mini_data,     ///< cached beside all else, in the mini-data cache of an XScale
};

constexpr bool is_cachable(memory_kind kind) {
    return kind >= memory_kind::write_through;
}
constexpr bool is_device(memory_kind kind) {
    return kind == memory_kind::strongly_ordered || kind == memory_kind::device;
}

enum class access_type : std::uint8_t { load, store, fetch };

/// Values of FS in DFSR and IFSR (DDI 0100, B4.6; DDI 0406, B5.4 for an MPU).
namespace fault_status {
constexpr std::uint32_t background = 0x00; ///< of an MPU: no region
constexpr std::uint32_t alignment = 0x01;
constexpr std::uint32_t debug_event = 0x02; ///< BKPT
constexpr std::uint32_t section_access_flag = 0x03;
constexpr std::uint32_t section_translation = 0x05;
constexpr std::uint32_t page_access_flag = 0x06;
constexpr std::uint32_t page_translation = 0x07;
constexpr std::uint32_t external = 0x08;
constexpr std::uint32_t section_domain = 0x09;
constexpr std::uint32_t page_domain = 0x0B;
constexpr std::uint32_t external_first_level = 0x0C;
constexpr std::uint32_t section_permission = 0x0D; ///< also of an MPU
constexpr std::uint32_t external_second_level = 0x0E;
constexpr std::uint32_t page_permission = 0x0F;
/// DFSR: the access was a store, from ARMv6 on.
constexpr std::uint32_t is_store = 1U << 11;
constexpr unsigned domain_shift = 4;
} // namespace fault_status

/// A page, or what a table has in its place.
struct page_mapping {
    /// The fault that any access takes, with its domain, in DFSR's place; nothing: it is mapped.
    std::optional<std::uint32_t> fault;
    std::uint32_t physical = 0; ///< of the first byte of the part of page_tables::page_bits()
    std::uint8_t bits = 12;     ///< of an address within the whole page: 10, 12, 16, 20 or 24
    memory_kind kind = memory_kind::write_back;
    std::uint8_t domain = 0;
    bool is_section = false; ///< by one descriptor, of the first level
    bool is_global = true;   ///< else of one address space
    bool never_executes = false;
    std::uint8_t permission = 3; ///< APX and AP

    friend bool operator==(const page_mapping& a, const page_mapping& b) {
        return a.fault == b.fault && a.physical == b.physical && a.bits == b.bits &&
               a.kind == b.kind && a.domain == b.domain && a.is_section == b.is_section &&
               a.is_global == b.is_global && a.never_executes == b.never_executes &&
               a.permission == b.permission;
    }
};

} // namespace platform::iss
