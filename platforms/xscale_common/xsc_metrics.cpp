// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_metrics.h>

#include <pmu/xscale_common/xsc_events.h>
#include <xscale_common/pmu_modes.h>

namespace platform::xscale_common {

namespace {

constexpr std::size_t cycles = report::metric_figure::cycles;

std::vector<std::size_t> terms_of(mode_count which) {
    switch (which) {
    case mode_count::one: return {};
    case mode_count::CCNT: return {cycles};
    default: return {static_cast<std::size_t>(which)};
    }
}

report::metric metric_of(const pmu_mode& mode) {
    report::metric m{mode.short_name, mode.name, {mode.events.begin(), mode.events.end()}, {}};
    for (const mode_statistic& s : mode.statistics) {
        m.figures.push_back({s.name, s.unit, terms_of(s.numerator), terms_of(s.denominator),
                             s.factor, s.is_complement});
    }
    return m;
}

std::vector<report::metric> all_metrics() {
    namespace event = pmu::xsc_event;
    std::vector<report::metric> all{
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
        {"icache_mpki",
         "instruction cache misses per thousand instructions",
         {event::ICACHE_MISS, event::INSTR_EXEC},
         {{"instruction cache MPKI", "per thousand instructions", {0}, {1}, 1000}}},
        {"dcache_mpki",
         "data cache misses per thousand instructions",
         {event::DCACHE_MISS, event::INSTR_EXEC},
         {{"data cache MPKI", "per thousand instructions", {0}, {1}, 1000}}},
    };
    for (const pmu_mode& mode : pmu_modes()) {
        all.push_back(metric_of(mode));
    }
    return all;
}

} // namespace

const std::vector<report::metric>& xsc_metrics() {
    static const std::vector<report::metric> all = all_metrics();
    return all;
}

} // namespace platform::xscale_common
