// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_activity.h>

#include <pmu/cortex_r5/cortex_r5_events.h>

namespace platform::cortex_r5 {

activity::pipeline_config cortex_r5_pipeline() {
    activity::pipeline_config config;
    config.issue = activity::issue_width::dual_issue;
    return config;
}

const activity::event_map& cortex_r5_event_kinds() {
    static const activity::event_map events = {
        {0x00, activity::activity_kind::software_increment},
        {0x01, activity::activity_kind::icache_miss},
        {0x03, activity::activity_kind::dcache_miss},
        {0x04, activity::activity_kind::dcache_transfer},
        {0x06, activity::activity_kind::data_read},
        {0x07, activity::activity_kind::data_write},
        {0x08, activity::activity_kind::instruction},
        {0x5E, activity::activity_kind::dual_issued},
        {0x09, activity::activity_kind::exception_taken},
        {0x0A, activity::activity_kind::exception_return},
        {0x0B, activity::activity_kind::context_change},
        {0x0C, activity::activity_kind::pc_change},
        {0x0D, activity::activity_kind::immediate_branch},
        {0x0E, activity::activity_kind::procedure_return},
        {0x0F, activity::activity_kind::unaligned_access},
        {0x10, activity::activity_kind::branch_mispredicted},
        {0x11, activity::activity_kind::cycle},
        {0x12, activity::activity_kind::branch_predictable},
        {0x40, activity::activity_kind::ibuf_stall},
        {0x41, activity::activity_kind::data_dependency_stall},
        {0x42, activity::activity_kind::dcache_line},
        {0x43, activity::activity_kind::external_request},
        {0x44, activity::activity_kind::lsu_full_stall},
        {0x45, activity::activity_kind::write_buffer_drained},
        {0x46, activity::activity_kind::fiq_disabled},
        {0x47, activity::activity_kind::irq_disabled},
        {0x4B, activity::activity_kind::icache_soft_error},
        {0x4D, activity::activity_kind::dcache_soft_error},
        {0x50, activity::activity_kind::store_merged},
        {0x51, activity::activity_kind::store_full_stall},
        {0x53, activity::activity_kind::integer_divide},
        {0x54, activity::activity_kind::integer_divide_stall},
        {0x55, activity::activity_kind::preload_linefill},
        {0x56, activity::activity_kind::preload_dropped},
        {0x57, activity::activity_kind::noncachable_access},
        {0x58, activity::activity_kind::icache_access},
        {0x5A, activity::activity_kind::dual_issued_branch},
        {0x5C, activity::activity_kind::dual_issued_other},
        {0x5D, activity::activity_kind::double_arithmetic},
        {0xFF, activity::activity_kind::cycle},
    };
    return events;
}

const activity::line_map& cortex_r5_bus_lines() {
    static const activity::line_map lines = activity::lines_of(
        cortex_r5_event_kinds(), pmu::cortex_r5_events, 0, pmu::cortex_r5_aux_line);
    return lines;
}

const activity::line_map& cortex_r5_aux_lines() {
    static const activity::line_map lines =
        activity::lines_of(cortex_r5_event_kinds(), pmu::cortex_r5_events, pmu::cortex_r5_aux_line,
                           pmu::cortex_r5_aux_width);
    return lines;
}

} // namespace platform::cortex_r5
