// SPDX-License-Identifier: Apache-2.0
// What the events of the Cortex-R5 are called by Linux perf. Linux has no driver of this PMU; what
// it counts by the numbers of the architecture (ARMv7) has the names that Linux gives those. Beside
// each is what the manual says of its number (ARM DDI 0460, Table 6-1).
#pragma once

#include <exports/part_tables.h>
#include <pmu/cortex_r5/cortex_r5_events.h>

namespace platform::cortex_r5 {

/// The rows of cortex_r5_aliases.
inline constexpr exports::event_alias cortex_r5_alias_rows[] = {
    // 0x08: instruction executed; a dual-issued pair adds 2
    {"instructions", pmu::cortex_r5_event::INST_EXEC},
    // 0x12: branch or other change of the program flow that could have been predicted: what can be
    // a miss. 0x0C has taken ones only
    {"branches", pmu::cortex_r5_event::BR_PREDICTABLE},
    // 0x10: pipeline flush by a branch that was mispredicted, or not predicted
    {"branch-misses", pmu::cortex_r5_event::BR_MISPRED},
    // 0x04: data cache access, of reads and writes
    {"L1-dcache-loads", pmu::cortex_r5_event::DCACHE_ACCESS},
    {"L1-dcache-stores", pmu::cortex_r5_event::DCACHE_ACCESS},
    // 0x03: data access that starts a linefill, again of both
    {"L1-dcache-load-misses", pmu::cortex_r5_event::DCACHE_MISS},
    {"L1-dcache-store-misses", pmu::cortex_r5_event::DCACHE_MISS},
    // 0x58: instruction cache access
    {"L1-icache-loads", pmu::cortex_r5_event::ICACHE_ACCESS},
    // 0x01: instruction fetch that starts a refill
    {"L1-icache-load-misses", pmu::cortex_r5_event::ICACHE_MISS},
    // 0x40: cycle in which the instruction buffer cannot deliver an instruction
    {"stalled-cycles-frontend", pmu::cortex_r5_event::STALL_IBUF},
    // 0x44: cycle of a stall because the load/store unit is busy, which is what Linux takes of an
    // ARM11; stalls on data dependencies are another event, 0x41
    {"stalled-cycles-backend", pmu::cortex_r5_event::STALL_LSU},
    // 0x04 and 0x03: to Linux the level 1 data cache of an ARMv7 core is "the cache"
    {"cache-references", pmu::cortex_r5_event::DCACHE_ACCESS},
    {"cache-misses", pmu::cortex_r5_event::DCACHE_MISS},
};

/// Of the Cortex-R5.
inline constexpr exports::alias_list cortex_r5_aliases{cortex_r5_alias_rows, pmu::cortex_r5_events};

} // namespace platform::cortex_r5
