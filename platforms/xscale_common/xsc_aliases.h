// SPDX-License-Identifier: Apache-2.0
// What the events of the XScales are called by Linux perf: as its driver of them, xscale, has it.
// Beside each is what the manuals say of its number.
#pragma once

#include <exports/part_tables.h>
#include <pmu/xscale_common/xsc_tables.h>

namespace platform::xscale_common {

/// The rows of xsc_aliases.
inline constexpr exports::event_alias xsc_alias_rows[] = {
    // 0x07: instruction executed
    {"instructions", pmu::xsc_event::INSTR_EXEC},
    // 0x05: B or BL executed, taken or not
    {"branches", pmu::xsc_event::BR_EXEC},
    // 0x06: B or BL mispredicted
    {"branch-misses", pmu::xsc_event::BR_MISPREDICT},
    // 0x0A: data cache access: neither reads nor writes are counted alone
    {"L1-dcache-loads", pmu::xsc_event::DCACHE_ACCESS},
    {"L1-dcache-stores", pmu::xsc_event::DCACHE_ACCESS},
    // 0x0B: data cache miss, again of both
    {"L1-dcache-load-misses", pmu::xsc_event::DCACHE_MISS},
    {"L1-dcache-store-misses", pmu::xsc_event::DCACHE_MISS},
    // 0x00: instruction cache miss; no event counts fetches
    {"L1-icache-load-misses", pmu::xsc_event::ICACHE_MISS},
    // 0x04 and 0x03: TLB miss, of data and of instructions
    {"dTLB-load-misses", pmu::xsc_event::DTLB_MISS},
    {"dTLB-store-misses", pmu::xsc_event::DTLB_MISS},
    {"iTLB-load-misses", pmu::xsc_event::ITLB_MISS},
    // 0x01: cycle in which the instruction cache cannot deliver. The driver has no event for
    // stalled-cycles-backend.
    {"stalled-cycles-frontend", pmu::xsc_event::ICACHE_NO_DELIVERY},
};

/// Of every XScale.
inline constexpr exports::alias_list xsc_aliases{xsc_alias_rows, pmu::xsc_core_events};

} // namespace platform::xscale_common
