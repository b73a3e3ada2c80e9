// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_metrics.h>

#include <pmu/cortex_r5/cortex_r5_events.h>

namespace platform::cortex_r5 {

namespace {
constexpr std::size_t cycles = report::metric_figure::cycles;
} // namespace

const std::vector<report::metric>& cortex_r5_metrics() {
    namespace event = pmu::cortex_r5_event;
    static const std::vector<report::metric> all{
        report::instructions_per_cycle(event::INST_EXEC),
        report::percentage("branch", "changes of the program flow that are mispredicted",
                           "branch misprediction rate", "% of predictable branches",
                           event::BR_MISPRED, event::BR_PREDICTABLE),
        report::branch_mpki(event::BR_MISPRED, event::INST_EXEC),
        {"icache",
         "instruction cache misses",
         {event::ICACHE_MISS, event::ICACHE_ACCESS, event::INST_EXEC},
         {{"instruction cache miss rate", "% of accesses", {0}, {1}, 100},
          {"instruction cache MPKI", "per thousand instructions", {0}, {2}, 1000}}},
        {"dcache",
         "data cache misses",
         {event::DCACHE_MISS, event::DCACHE_ACCESS, event::INST_EXEC},
         {{"data cache miss rate", "% of accesses", {0}, {1}, 100},
          {"data cache MPKI", "per thousand instructions", {0}, {2}, 1000}}},
        {"fetch",
         "cycles without an instruction to execute",
         {event::STALL_IBUF, event::ICACHE_MISS},
         {{"stalled for instructions", "% of cycles", {0}, {cycles}, 100},
          {"mean stall", "cycles per miss", {0}, {1}}}},
        {"writeback",
         "stalls on data and what the data cache writes back",
         {event::STALL_DATADEP, event::DCACHE_WB},
         {{"stalled on data", "% of cycles", {0}, {cycles}, 100},
          {"data cache write-backs", "bytes", {1}, {}, 1, false, true}}},
        {"memory",
         "instructions that read or write data",
         {event::DATA_READ, event::DATA_WRITE, event::INST_EXEC},
         {{"loads and stores", "% of instructions", {0, 1}, {2}, 100}}},
        report::per_thousand_instructions("external", "requests to external memory",
                                          "external requests", event::EXT_MEM_REQ,
                                          event::INST_EXEC),
        {"irq_off",
         "cycles with interrupts disabled",
         {event::IRQ_DIS_CYCLES, event::FIQ_DIS_CYCLES},
         {{"IRQ disabled", "% of cycles", {0}, {cycles}, 100},
          {"FIQ disabled", "% of cycles", {1}, {cycles}, 100}}},
    };
    return all;
}

} // namespace platform::cortex_r5
