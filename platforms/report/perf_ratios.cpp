// SPDX-License-Identifier: Apache-2.0
#include <report/perf_ratios.h>

namespace platform::report {

namespace {

perf_ratio share(const char* row, const char* base, const char* text) {
    return {row, base, 100, 2, text};
}

perf_ratio mpki(const char* row) {
    return {row, "instructions", 1000, 2, " MPKI"};
}

} // namespace

perf_ratio insn_per_cycle(const std::string& instructions, const std::string& cycles) {
    return {instructions, cycles, 1, 2, " insn per cycle"};
}

const std::vector<perf_ratio>& perf_ratios() {
    static const std::vector<perf_ratio> all{
        share("branch-misses", "branches", "% of all branches"),
        mpki("branch-misses"),
        share("cache-misses", "cache-references", "% of all cache refs"),
        mpki("cache-misses"),
        share("L1-dcache-load-misses", "L1-dcache-loads", "% of all L1-dcache accesses"),
        mpki("L1-dcache-load-misses"),
        share("L1-icache-load-misses", "L1-icache-loads", "% of all L1-icache accesses"),
        mpki("L1-icache-load-misses"),
        mpki("dTLB-load-misses"),
        mpki("iTLB-load-misses"),
        share("stalled-cycles-frontend", "cycles", "% frontend cycles idle"),
        share("stalled-cycles-backend", "cycles", "% backend cycles idle"),
    };
    return all;
}

} // namespace platform::report
