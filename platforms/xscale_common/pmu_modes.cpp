// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/pmu_modes.h>

namespace platform::xscale_common {

namespace {

constexpr auto PMN0 = mode_count::PMN0;
constexpr auto PMN1 = mode_count::PMN1;
constexpr auto PMN2 = mode_count::PMN2;
constexpr auto PMN3 = mode_count::PMN3;
constexpr auto CCNT = mode_count::CCNT;
constexpr auto one = mode_count::one;

/// What one write-back is: four words, whatever a line has.
constexpr std::uint32_t written_bytes = 16;

constexpr mode_statistic ratio(const char* name, const char* unit, mode_count numerator,
                               mode_count denominator) {
    return {name, unit, numerator, denominator, 1, false, false};
}
constexpr mode_statistic per_cent(const char* name, const char* unit, mode_count numerator,
                                  mode_count denominator) {
    return {name, unit, numerator, denominator, 100, false, false};
}

constexpr mode_statistic cycles_per_instruction =
    ratio("CPI", "cycles per instruction", CCNT, PMN0);

std::uint64_t value_of(mode_count which, const mode_counts& counts) {
    switch (which) {
    case mode_count::CCNT: return counts.ccnt;
    case mode_count::one: return 1;
    default: return counts.pmn[static_cast<std::size_t>(which)];
    }
}

} // namespace

std::optional<double> mode_statistic::of(const mode_counts& counts, std::uint32_t bytes) const {
    const std::uint64_t base = value_of(denominator, counts);
    if (base == 0) {
        return std::nullopt;
    }
    const double figure = static_cast<double>(factor) * (is_of_lines ? bytes : 1.0) *
                          static_cast<double>(value_of(numerator, counts)) /
                          static_cast<double>(base);
    return is_complement ? static_cast<double>(factor) - figure : figure;
}

const std::vector<pmu_mode>& pmu_modes() {
    static const std::vector<pmu_mode> modes = {
        {"Instruction Cache Efficiency",
         "icache",
         {0x7, 0x0},
         {per_cent("instruction cache miss rate", "% of instructions", PMN1, PMN0),
          cycles_per_instruction,
          {"instruction cache loads", "bytes", PMN1, one, 1, false, true}}},
        {"Data Cache Efficiency",
         "dcache",
         {0xA, 0xB},
         {per_cent("data cache miss rate", "% of accesses", PMN1, PMN0)}},
        {"Instruction Fetch Latency",
         "fetch",
         {0x1, 0x0},
         {ratio("mean stall", "cycles per external fetch", PMN0, PMN1),
          per_cent("stalled for instructions", "% of cycles", PMN0, CCNT)}},
        {"Data/Bus Request Buffer Full",
         "buffers",
         {0x8, 0x9},
         {ratio("mean stall", "cycles per stall", PMN0, PMN1),
          per_cent("stalled by full buffers", "% of cycles", PMN0, CCNT)}},
        {"Stall/Writeback Statistics",
         "writeback",
         {0x2, 0xC},
         {per_cent("stalled on data", "% of cycles", PMN0, CCNT),
          {"data cache write-backs", "bytes", PMN1, one, written_bytes, false, false}}},
        {"Instruction TLB Efficiency",
         "itlb",
         {0x7, 0x3},
         {per_cent("instruction TLB miss rate", "% of instructions", PMN1, PMN0),
          cycles_per_instruction}},
        {"Data TLB Efficiency",
         "dtlb",
         {0xA, 0x4},
         {per_cent("data TLB miss rate", "% of accesses", PMN1, PMN0)}},
    };
    return modes;
}

const pmu_mode& four_counter_mode() {
    static const pmu_mode mode = {
        "Data Cache in One Run",
        "dcache_run",
        {0xA, 0xB, 0xC, 0x9},
        {{"data cache hit rate", "% of accesses", PMN1, PMN0, 100, true, false},
         ratio("write-backs", "half lines per miss", PMN2, PMN1),
         ratio("full buffers", "stalls per access", PMN3, PMN0)}};
    return mode;
}

} // namespace platform::xscale_common
