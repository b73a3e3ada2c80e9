// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_plan.h>

namespace platform::cci400 {

namespace {

/// An event that the demonstration counts, by its ESR code.
struct counted_event {
    std::uint32_t code;
    bool has_indicator; ///< else it is counted in Secure transactions too
};

constexpr counted_event counted[] = {
    {0x80, true}, {0x83, true}, {0x8A, true},  {0x89, true},  // S4: reads
    {0x8C, true}, {0x8F, true}, {0x92, true},  {0x93, true},  // S4: writes
    {0x60, true}, {0x63, true}, {0x6A, true},  {0x00, true},  // S3, S0: reads
    {0xC0, true}, {0xC6, true}, {0xC2, false}, {0xC9, false}, // M1
};

} // namespace

void drive_traffic(traffic_source& source, wired_cci400& unit) {
    source.event_bus(unit.event_bus);
    source.secure_event_bus(unit.secure_event_bus);
}

demo::demo_plan cci400_plan(traffic_source& source) {
    demo::demo_plan plan;
    plan.cycles = {"CCNT", 0xFF, demo::cycle_period, [&source] { return source.cycles(); }};
    for (const counted_event& e : counted) {
        const auto generated = [&source, e] {
            return source.total(e.code, false) + (e.has_indicator ? 0 : source.total(e.code, true));
        };
        const pmu::event_desc* event = pmu::cci400_core::events().find(e.code);
        plan.events.push_back({event->name, e.code, demo::event_period, generated});
    }
    plan.event_counters = pmu::cci400_counters;
    plan.ratios = {
        {"S4_si_rrq_hs_inner_or_outershareable", "S4_si_rrq_hs_any", 100, 1, "% of S4's reads"},
        {"S4_si_r_data_last_hs_snoop", "S4_si_rrq_hs_inner_or_outershareable", 100, 1,
         "% of them answered by a snoop"},
        {"S4_si_rrq_stall_tt_full", "CCNT", 100, 1, "% of cycles"},
        {"S4_si_wrq_stall_tt_full", "CCNT", 100, 1, "% of cycles"},
        {"S3_si_r_data_last_hs_snoop", "S3_si_rrq_hs_inner_or_outershareable", 100, 1,
         "% of S3's shareable reads"},
        {"M1_mi_wrq_stall_wtq_full", "CCNT", 100, 1, "% of cycles"},
    };
    plan.interrupt_lines.clear();
    for (unsigned n = 0; n < pmu::cci400_core::overflow_lines; ++n) {
        plan.interrupt_lines.push_back(wired_cci400::overflow_line + n);
    }
    plan.restart_activity = [&source](std::uint64_t seed) { source.restart(seed); };
    return plan;
}

} // namespace platform::cci400
