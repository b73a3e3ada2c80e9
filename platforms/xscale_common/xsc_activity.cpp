// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_activity.h>

#include <pmu/xscale_common/xsc_tables.h>

namespace platform::xscale_common {

const activity::event_map& xsc_event_kinds() {
    static const activity::event_map events = {
        {0x0, activity::activity_kind::icache_miss},
        {0x1, activity::activity_kind::ibuf_stall},
        {0x2, activity::activity_kind::data_dependency_stall},
        {0x3, activity::activity_kind::itlb_miss},
        {0x4, activity::activity_kind::dtlb_miss},
        {0x5, activity::activity_kind::immediate_branch},
        {0x6, activity::activity_kind::immediate_mispredicted},
        {0x7, activity::activity_kind::instruction},
        {0x8, activity::activity_kind::lsu_full_stall},
        {0x9, activity::activity_kind::lsu_full_start},
        {0xA, activity::activity_kind::dcache_transfer},
        {0xB, activity::activity_kind::dcache_miss},
        {0xC, activity::activity_kind::dcache_half_line},
        {0xD, activity::activity_kind::pc_change},
    };
    return events;
}

const activity::line_map& xsc_lines() {
    static const activity::line_map lines =
        activity::lines_of(xsc_event_kinds(), pmu::xsc_core_events, 0, pmu::xsc_event_bus_width);
    return lines;
}

} // namespace platform::xscale_common
