// SPDX-License-Identifier: Apache-2.0
#include <arm11_common/arm11_activity.h>

#include <pmu/arm11_common/arm11_tables.h>

namespace platform::arm11_common {

const activity::event_map& arm11_event_kinds() {
    static const activity::event_map events = {
        {0x00, activity::activity_kind::icache_miss},
        {0x01, activity::activity_kind::ibuf_stall},
        {0x02, activity::activity_kind::data_dependency_stall},
        {0x03, activity::activity_kind::itlb_miss},
        {0x04, activity::activity_kind::dtlb_miss},
        {0x05, activity::activity_kind::branch},
        {0x06, activity::activity_kind::branch_mispredicted},
        {0x07, activity::activity_kind::instruction},
        {0x09, activity::activity_kind::dcache_access},
        {0x0A, activity::activity_kind::dcache_access_any},
        {0x0B, activity::activity_kind::dcache_miss},
        {0x0C, activity::activity_kind::dcache_half_line},
        {0x0D, activity::activity_kind::pc_change},
        {0x0F, activity::activity_kind::main_tlb_miss},
        {0x10, activity::activity_kind::external_data_access},
        {0x11, activity::activity_kind::lsu_full_stall},
        {0x12, activity::activity_kind::write_buffer_drained},
        {0xFF, activity::activity_kind::cycle},
    };
    return events;
}

const activity::line_map& arm11_lines() {
    static const activity::line_map lines = activity::lines_of(
        arm11_event_kinds(), pmu::arm11_core_events, 0, pmu::arm11_evntbus_width);
    return lines;
}

} // namespace platform::arm11_common
