// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_demo.h>

#include <process/words.h>
#include <xscale_common/pmu_modes.h>
#include <xscale_common/xsc_activity.h>

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

namespace platform::xscale_common {

namespace {

constexpr std::uint32_t ccnt_event = 0xFE; ///< Linux's number; it reaches no register

std::string text_of(const report::metric_figure& figure, const std::vector<double>& counts,
                    double cycles) {
    const std::optional<double> value = figure.of(counts, cycles, line_bytes);
    const int decimals = figure.denominators.empty() ? 0 : 3;
    char text[128];
    std::snprintf(text, sizeof text, "    %-28s %12s%s%s\n", figure.name.c_str(),
                  value ? process::decimal(*value, decimals).c_str() : "-", value ? " " : "",
                  value ? figure.unit.c_str() : "");
    return text;
}

} // namespace

activity::pipeline_config xsc_pipeline() {
    activity::pipeline_config config;
    config.issue = activity::issue_width::single;
    config.icache_sets = 32;
    config.icache_ways = 32;
    config.dcache_sets = 32;
    config.dcache_ways = 32;
    config.itlb_entries = 32;
    config.dtlb_entries = 32;
    config.request_slots = 4;
    return config;
}

void print_modes(std::ostream& out, unsigned event_counters, std::uint64_t cycles,
                 const std::map<std::uint32_t, std::uint64_t>& counted) {
    std::vector<report::metric> modes = pmu_modes();
    modes.push_back(four_counter_mode());
    out << "\nModes of the PMU\n";
    for (const report::metric& mode : modes) {
        const bool has_all =
            std::all_of(mode.events.begin(), mode.events.end(),
                        [&](std::uint32_t event) { return counted.count(event) != 0; });
        if (mode.events.size() > event_counters || !has_all) {
            continue;
        }
        std::vector<double> counts;
        for (const std::uint32_t event : mode.events) {
            counts.push_back(static_cast<double>(counted.at(event)));
        }
        out << "  " << mode.description << " ("
            << process::joined(mode.events, ", ", [](std::uint32_t e) { return process::hex(e); })
            << ")\n";
        for (const report::metric_figure& figure : mode.figures) {
            out << text_of(figure, counts, static_cast<double>(cycles));
        }
    }
}

bool run_xsc_demo(const char* title, part::pmu_platform& target,
                  sc_core::sc_signal<sc_dt::sc_uint<pmu::xsc_event_bus_width>>& event_bus,
                  linux_xsc_perf& driver, unsigned event_counters,
                  const part::demo_request& request, std::ostream& out) {
    activity::activity_source source("activity", request.clock.period, request.seed,
                                     xsc_pipeline());
    source.add_output(xsc_lines(), [&](std::uint64_t lines) { event_bus.write(lines); });
    demo::demo_plan plan =
        demo::core_plan(source, xsc_event_kinds(), pmu::xsc_events, "CCNT", ccnt_event);
    plan.title = title;
    plan.event_counters = event_counters;
    plan.ratios = {
        {"INSTR_EXEC", "CCNT", 1, 2, " insn per cycle"},
        {"BR_EXEC", "INSTR_EXEC", 1000, 1, " branches per thousand insn"},
        {"BR_MISPREDICT", "BR_EXEC", 100, 2, "% of branches mispredicted"},
        {"SW_PC_CHANGE", "INSTR_EXEC", 1000, 1, " changes per thousand insn"},
    };
    if (!demo::run_perf_demo(target, driver, plan, request, out)) {
        return false;
    }
    print_modes(out, event_counters, driver.cycles(), driver.event_counts());
    return true;
}

} // namespace platform::xscale_common
