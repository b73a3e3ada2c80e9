// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_metrics.h>

#include <pmu/arm1136/arm1136_events.h>

namespace platform::arm1136 {

namespace {
constexpr std::size_t cycles = report::metric_figure::cycles;
} // namespace

const std::vector<report::metric>& arm1136_metrics() {
    namespace event = pmu::arm1136_event;
    static const std::vector<report::metric> all{
        {"ipc",
         "instructions per cycle",
         {event::INSTR_EXEC},
         {{"IPC", "instructions per cycle", {0}, {cycles}},
          {"CPI", "cycles per instruction", {cycles}, {0}}}},
        {"branch",
         "branches that are mispredicted",
         {event::BR_MISPREDICT, event::BR_EXEC},
         {{"branch misprediction rate", "% of branches", {0}, {1}, 100}}},
        {"branch_mpki",
         "mispredicted branches per thousand instructions",
         {event::BR_MISPREDICT, event::INSTR_EXEC},
         {{"branch MPKI", "per thousand instructions", {0}, {1}, 1000}}},
        {"icache",
         "instruction cache misses",
         {event::ICACHE_MISS, event::INSTR_EXEC},
         {{"instruction cache MPKI", "per thousand instructions", {0}, {1}, 1000}}},
        {"dcache",
         "data cache misses of cachable accesses",
         {event::DCACHE_MISS, event::DCACHE_ACCESS_CACHABLE},
         {{"data cache miss rate", "% of cachable accesses", {0}, {1}, 100}}},
        {"dcache_mpki",
         "data cache misses per thousand instructions",
         {event::DCACHE_MISS, event::INSTR_EXEC},
         {{"data cache MPKI", "per thousand instructions", {0}, {1}, 1000}}},
        {"fetch",
         "cycles without an instruction to execute",
         {event::IBUF_STALL, event::ICACHE_MISS},
         {{"stalled for instructions", "% of cycles", {0}, {cycles}, 100},
          {"mean stall", "cycles per miss", {0}, {1}}}},
        {"writeback",
         "stalls on data and what the data cache writes back",
         {event::DDEP_STALL, event::DCACHE_WBACK},
         {{"stalled on data", "% of cycles", {0}, {cycles}, 100},
          {"data cache write-backs", "bytes", {1}, {}, 16}}},
        {"itlb",
         "instruction MicroTLB misses",
         {event::ITLB_MISS, event::INSTR_EXEC},
         {{"instruction MicroTLB MPKI", "per thousand instructions", {0}, {1}, 1000}}},
        {"dtlb",
         "data MicroTLB misses",
         {event::DTLB_MISS, event::DCACHE_ACCESS},
         {{"data MicroTLB miss rate", "% of accesses", {0}, {1}, 100}}},
        {"tlb",
         "main TLB misses",
         {event::MAIN_TLB_MISS, event::INSTR_EXEC},
         {{"main TLB MPKI", "per thousand instructions", {0}, {1}, 1000}}},
    };
    return all;
}

} // namespace platform::arm1136
