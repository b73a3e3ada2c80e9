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
        report::instructions_per_cycle(event::INSTR_EXEC),
        report::percentage("branch", "branches that are mispredicted", "branch misprediction rate",
                           "% of branches", event::BR_MISPREDICT, event::BR_EXEC),
        report::branch_mpki(event::BR_MISPREDICT, event::INSTR_EXEC),
        report::per_thousand_instructions("icache", "instruction cache misses",
                                          "instruction cache MPKI", event::ICACHE_MISS,
                                          event::INSTR_EXEC),
        report::percentage("dcache", "data cache misses of cachable accesses",
                           "data cache miss rate", "% of cachable accesses", event::DCACHE_MISS,
                           event::DCACHE_ACCESS_CACHABLE),
        report::per_thousand_instructions("dcache_mpki", "data cache misses", "data cache MPKI",
                                          event::DCACHE_MISS, event::INSTR_EXEC),
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
        report::per_thousand_instructions("itlb", "instruction MicroTLB misses",
                                          "instruction MicroTLB MPKI", event::ITLB_MISS,
                                          event::INSTR_EXEC),
        report::percentage("dtlb", "data MicroTLB misses", "data MicroTLB miss rate",
                           "% of accesses", event::DTLB_MISS, event::DCACHE_ACCESS),
        report::per_thousand_instructions("tlb", "main TLB misses", "main TLB MPKI",
                                          event::MAIN_TLB_MISS, event::INSTR_EXEC),
    };
    return all;
}

} // namespace platform::arm1136
