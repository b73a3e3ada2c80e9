// SPDX-License-Identifier: Apache-2.0
// What the events of the ARM11 cores are called by Linux perf: as its driver of them, armv6, has
// it. Beside each is what the manuals say of
// its number (ARM DDI 0211, Table 3.141; DDI 0301, Table 3-137).
#pragma once

#include <exports/part_tables.h>
#include <pmu/arm11_common/arm11_tables.h>

namespace platform::arm11_common {

/// The rows of arm11_aliases.
inline constexpr exports::event_alias arm11_alias_rows[] = {
    // 0x07: instruction executed
    {"instructions", pmu::arm11_event::INSTR_EXEC},
    // 0x05: branch executed, taken or not
    {"branches", pmu::arm11_event::BR_EXEC},
    // 0x06: branch mispredicted
    {"branch-misses", pmu::arm11_event::BR_MISPREDICT},
    // 0x0A: data cache access, all locations: neither reads nor writes are counted alone
    {"L1-dcache-loads", pmu::arm11_event::DCACHE_ACCESS},
    {"L1-dcache-stores", pmu::arm11_event::DCACHE_ACCESS},
    // 0x0B: data cache miss, again of both
    {"L1-dcache-load-misses", pmu::arm11_event::DCACHE_MISS},
    {"L1-dcache-store-misses", pmu::arm11_event::DCACHE_MISS},
    // 0x00: instruction cache miss; no event counts fetches
    {"L1-icache-load-misses", pmu::arm11_event::ICACHE_MISS},
    // 0x04 and 0x03: MicroTLB miss, of data and of instructions, whether the main TLB hits or not
    {"dTLB-load-misses", pmu::arm11_event::DTLB_MISS},
    {"dTLB-store-misses", pmu::arm11_event::DTLB_MISS},
    {"iTLB-load-misses", pmu::arm11_event::ITLB_MISS},
    // 0x01: cycle in which the instruction buffer cannot deliver
    {"stalled-cycles-frontend", pmu::arm11_event::IBUF_STALL},
    // 0x11: cycle in which the request queue of the load/store unit is full; stalls on data
    // dependencies are another event, 0x02
    {"stalled-cycles-backend", pmu::arm11_event::LSU_FULL_STALL},
};

/// Of every ARM11.
inline constexpr exports::alias_list arm11_aliases{arm11_alias_rows, pmu::arm11_core_events};

} // namespace platform::arm11_common
