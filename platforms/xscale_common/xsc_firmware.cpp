// SPDX-License-Identifier: Apache-2.0
#include <pmu/xscale_common/xsc_events.h>
#include <xscale_common/pmu_modes.h>
#include <xscale_common/xsc_firmware.h>

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
                             s.factor, s.is_complement, s.is_of_lines});
    }
    return m;
}

std::vector<report::metric> all_metrics() {
    namespace event = pmu::xsc_event;
    std::vector<report::metric> all{
        report::instructions_per_cycle(event::INSTR_EXEC),
        report::percentage("branch", "branches that are mispredicted", "branch misprediction rate",
                           "% of branches", event::BR_MISPREDICT, event::BR_EXEC),
        report::branch_mpki(event::BR_MISPREDICT, event::INSTR_EXEC),
        report::per_thousand_instructions("icache_mpki", "instruction cache misses",
                                          "instruction cache MPKI", event::ICACHE_MISS,
                                          event::INSTR_EXEC),
        report::per_thousand_instructions("dcache_mpki", "data cache misses", "data cache MPKI",
                                          event::DCACHE_MISS, event::INSTR_EXEC),
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
