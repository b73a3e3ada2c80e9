// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_demo.h>

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

bool has_all(const std::map<std::uint32_t, std::uint64_t>& counted, const pmu_mode& mode) {
    return std::all_of(mode.events.begin(), mode.events.end(),
                       [&](std::uint8_t event) { return counted.count(event) != 0; });
}

std::string text_of(const mode_statistic& statistic, const mode_counts& counts) {
    const std::optional<double> figure = statistic.of(counts);
    char text[128];
    if (!figure) {
        std::snprintf(text, sizeof text, "    %-28s %12s", statistic.name, "-");
    } else if (statistic.denominator == mode_count::one) {
        std::snprintf(text, sizeof text, "    %-28s %12.0f %s", statistic.name, *figure,
                      statistic.unit);
    } else {
        std::snprintf(text, sizeof text, "    %-28s %12.3f %s", statistic.name, *figure,
                      statistic.unit);
    }
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
    std::vector<const pmu_mode*> modes;
    for (const pmu_mode& mode : pmu_modes()) {
        modes.push_back(&mode);
    }
    modes.push_back(&four_counter_mode());
    out << "\nModes of the PMU\n";
    for (const pmu_mode* mode : modes) {
        if (mode->events.size() > event_counters || !has_all(counted, *mode)) {
            continue;
        }
        mode_counts counts;
        counts.ccnt = cycles;
        out << "  " << mode->name << " (";
        for (std::size_t i = 0; i < mode->events.size(); ++i) {
            char number[8];
            std::snprintf(number, sizeof number, "%s0x%X", i == 0 ? "" : ", ", mode->events[i]);
            out << number;
            counts.pmn[i] = counted.at(mode->events[i]);
        }
        out << ")\n";
        for (const mode_statistic& statistic : mode->statistics) {
            out << text_of(statistic, counts) << '\n';
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
