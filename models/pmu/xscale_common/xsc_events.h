// SPDX-License-Identifier: Apache-2.0
// The events of the XScale performance monitors, XSC1 and XSC2 (XScale Core Developer's Manual,
// Table 8-11; IXP42X Developer's Manual, Table 60).
#pragma once

#include <pmu/core/event_table.h>

namespace PMU_API pmu {

/// Lines of the event bus: line n carries event n. Lines 14 and 15 carry nothing.
constexpr unsigned xsc_event_bus_width = 24;

/// The number for a counter that is not used. It counts nothing (XD-10, IXD-12).
constexpr std::uint32_t xsc_unused_event = 0xFF;
/// The first of the eight numbers that the core leaves to the product (XD-11, IXD-11).
constexpr std::uint32_t xsc_first_product_event = 0x10;
/// How many they are.
constexpr std::uint32_t xsc_product_event_count = 8;

// First what every XScale has, then what a product may add.
inline constexpr event_desc xsc_event_descs[] = {
    {0x00, "ICACHE_MISS", event_rule::each_line, 0, 1, 0,
     "instruction cache miss that needs an external fetch"},
    {0x01, "ICACHE_NO_DELIVERY", event_rule::each_line, 1, 1, 0,
     "cycle: the instruction cache cannot deliver"},
    {0x02, "DATA_STALL", event_rule::each_line, 2, 1, 0, "cycle: stall on a data dependency"},
    {0x03, "ITLB_MISS", event_rule::each_line, 3, 1, 0, "instruction TLB miss"},
    {0x04, "DTLB_MISS", event_rule::each_line, 4, 1, 0, "data TLB miss"},
    {0x05, "BR_EXEC", event_rule::each_line, 5, 1, 0, "B or BL executed, taken or not"},
    {0x06, "BR_MISPREDICT", event_rule::each_line, 6, 1, 0, "B or BL mispredicted"},
    {0x07, "INSTR_EXEC", event_rule::each_line, 7, 1, 0, "instruction executed"},
    {0x08, "DBUFFER_STALL_DURATION", event_rule::each_line, 8, 1, 0,
     "cycle: stall, the data cache buffers are full"},
    {0x09, "DBUFFER_STALL", event_rule::each_line, 9, 1, 0,
     "the same stall, once for each contiguous sequence"},
    {0x0A, "DCACHE_ACCESS", event_rule::each_line, 10, 1, 0,
     "data cache access, not cache operations"},
    {0x0B, "DCACHE_MISS", event_rule::each_line, 11, 1, 0, "data cache miss, not cache operations"},
    {0x0C, "DCACHE_WRITEBACK", event_rule::each_line, 12, 1, 0,
     "data cache write-back, once for each half line of four words"},
    {0x0D, "SW_PC_CHANGE", event_rule::each_line, 13, 1, 0,
     "software changed the PC; not on exception entry"},
    {xsc_unused_event, "UNUSED", event_rule::nothing, 0, 0, 0, "counts nothing and saves power"},
    {0x10, "PRODUCT_0", event_rule::each_line, 16, 1, 0, "defined by the product"},
    {0x11, "PRODUCT_1", event_rule::each_line, 17, 1, 0, "defined by the product"},
    {0x12, "PRODUCT_2", event_rule::each_line, 18, 1, 0, "defined by the product"},
    {0x13, "PRODUCT_3", event_rule::each_line, 19, 1, 0, "defined by the product"},
    {0x14, "PRODUCT_4", event_rule::each_line, 20, 1, 0, "defined by the product"},
    {0x15, "PRODUCT_5", event_rule::each_line, 21, 1, 0, "defined by the product"},
    {0x16, "PRODUCT_6", event_rule::each_line, 22, 1, 0, "defined by the product"},
    {0x17, "PRODUCT_7", event_rule::each_line, 23, 1, 0, "defined by the product"},
};

// All events, those of the product included.
inline constexpr event_table xsc_events{xsc_event_descs};
// The events of a product that adds none.
inline constexpr event_table xsc_core_events{xsc_event_descs,
                                             xsc_events.size() - xsc_product_event_count};

/// Whether one_line_rule is the rule of all events.
constexpr bool have_xsc_events_one_line_each() {
    for (const event_desc& e : xsc_events) {
        const bool has_line = e.rule == event_rule::each_line && e.line_count == 1;
        if (!has_line && e.rule != event_rule::nothing) {
            return false;
        }
    }
    return true;
}
static_assert(have_xsc_events_one_line_each());

/// The event with this number in a product that implements the product events of a mask (bit k:
/// event 0x10 + k), or nullptr where the number is reserved.
constexpr const event_desc* find_xsc_event(std::uint32_t number, std::uint8_t assp_event_mask) {
    const std::uint32_t k = number - xsc_first_product_event;
    const bool is_missing = k < xsc_product_event_count && (assp_event_mask >> k & 1U) == 0;
    return is_missing ? nullptr : xsc_events.find(number);
}

} // namespace pmu
