// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/pmu_modes.h>

namespace platform::xscale_common {

namespace {

constexpr std::size_t cycle_count = report::metric_figure::cycles;

/// What one write-back is: four words, whatever a line has.
constexpr std::uint32_t written_bytes = 16;

} // namespace

const std::vector<report::metric>& pmu_modes() {
    static const report::metric_figure cpi{"CPI", "cycles per instruction", {cycle_count}, {0}};
    static const std::vector<report::metric> modes = {
        {"icache",
         "Instruction Cache Efficiency",
         {0x7, 0x0},
         {{"instruction cache miss rate", "% of instructions", {1}, {0}, 100},
          cpi,
          {"instruction cache loads",
           "bytes",
           {1},
           {},
           1,
           false,
           report::lines_of::instruction_cache}}},
        {"dcache",
         "Data Cache Efficiency",
         {0xA, 0xB},
         {{"data cache miss rate", "% of accesses", {1}, {0}, 100}}},
        {"fetch",
         "Instruction Fetch Latency",
         {0x1, 0x0},
         {{"mean stall", "cycles per external fetch", {0}, {1}},
          {"stalled for instructions", "% of cycles", {0}, {cycle_count}, 100}}},
        {"buffers",
         "Data/Bus Request Buffer Full",
         {0x8, 0x9},
         {{"mean stall", "cycles per stall", {0}, {1}},
          {"stalled by full buffers", "% of cycles", {0}, {cycle_count}, 100}}},
        {"writeback",
         "Stall/Writeback Statistics",
         {0x2, 0xC},
         {{"stalled on data", "% of cycles", {0}, {cycle_count}, 100},
          {"data cache write-backs", "bytes", {1}, {}, written_bytes}}},
        {"itlb",
         "Instruction TLB Efficiency",
         {0x7, 0x3},
         {{"instruction TLB miss rate", "% of instructions", {1}, {0}, 100}, cpi}},
        {"dtlb",
         "Data TLB Efficiency",
         {0xA, 0x4},
         {{"data TLB miss rate", "% of accesses", {1}, {0}, 100}}},
    };
    return modes;
}

const report::metric& four_counter_mode() {
    static const report::metric mode = {
        "dcache_run",
        "Data Cache in One Run",
        {0xA, 0xB, 0xC, 0x9},
        {{"data cache hit rate", "% of accesses", {1}, {0}, 100, true},
         {"write-backs", "half lines per miss", {2}, {1}},
         {"full buffers", "stalls per access", {3}, {0}}}};
    return mode;
}

} // namespace platform::xscale_common
