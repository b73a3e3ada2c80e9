// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_activity.h>

namespace platform {

pipeline_config cortex_r5_pipeline() {
    pipeline_config config;
    config.issue = issue_width::dual_issue;
    return config;
}

const line_map& cortex_r5_bus_lines() {
    static const line_map lines = {
        {0, activity_kind::icache_miss},          {1, activity_kind::dcache_miss},
        {2, activity_kind::dcache_transfer},      {3, activity_kind::data_read},
        {4, activity_kind::data_write},           {5, activity_kind::instruction},
        {6, activity_kind::dual_issued},          {7, activity_kind::exception_taken},
        {8, activity_kind::exception_return},     {9, activity_kind::context_change},
        {10, activity_kind::pc_change},           {11, activity_kind::immediate_branch},
        {12, activity_kind::procedure_return},    {13, activity_kind::unaligned_access},
        {14, activity_kind::branch_mispredicted}, {15, activity_kind::branch_predictable},
        {16, activity_kind::ibuf_stall},          {17, activity_kind::data_dependency_stall},
        {18, activity_kind::dcache_line},         {19, activity_kind::external_request},
        {20, activity_kind::lsu_full_stall},      {21, activity_kind::write_buffer_drained},
        {23, activity_kind::icache_soft_error},   {25, activity_kind::dcache_soft_error},
        {28, activity_kind::icache_access},       {29, activity_kind::dual_issued_branch},
        {31, activity_kind::dual_issued_other},   {32, activity_kind::double_arithmetic},
    };
    return lines;
}

const line_map& cortex_r5_aux_lines() {
    static const line_map lines = {
        {0, activity_kind::fiq_disabled},        {1, activity_kind::irq_disabled},
        {4, activity_kind::store_merged},        {5, activity_kind::store_full_stall},
        {7, activity_kind::integer_divide},      {8, activity_kind::integer_divide_stall},
        {9, activity_kind::preload_linefill},    {10, activity_kind::preload_dropped},
        {11, activity_kind::noncachable_access},
    };
    return lines;
}

const event_map& cortex_r5_event_kinds() {
    static const event_map events = {
        {0x00, activity_kind::software_increment},
        {0x01, activity_kind::icache_miss},
        {0x03, activity_kind::dcache_miss},
        {0x04, activity_kind::dcache_transfer},
        {0x06, activity_kind::data_read},
        {0x07, activity_kind::data_write},
        {0x08, activity_kind::instruction},
        {0x5E, activity_kind::dual_issued},
        {0x09, activity_kind::exception_taken},
        {0x0A, activity_kind::exception_return},
        {0x0B, activity_kind::context_change},
        {0x0C, activity_kind::pc_change},
        {0x0D, activity_kind::immediate_branch},
        {0x0E, activity_kind::procedure_return},
        {0x0F, activity_kind::unaligned_access},
        {0x10, activity_kind::branch_mispredicted},
        {0x11, activity_kind::cycle},
        {0x12, activity_kind::branch_predictable},
        {0x40, activity_kind::ibuf_stall},
        {0x41, activity_kind::data_dependency_stall},
        {0x42, activity_kind::dcache_line},
        {0x43, activity_kind::external_request},
        {0x44, activity_kind::lsu_full_stall},
        {0x45, activity_kind::write_buffer_drained},
        {0x46, activity_kind::fiq_disabled},
        {0x47, activity_kind::irq_disabled},
        {0x4B, activity_kind::icache_soft_error},
        {0x4D, activity_kind::dcache_soft_error},
        {0x50, activity_kind::store_merged},
        {0x51, activity_kind::store_full_stall},
        {0x53, activity_kind::integer_divide},
        {0x54, activity_kind::integer_divide_stall},
        {0x55, activity_kind::preload_linefill},
        {0x56, activity_kind::preload_dropped},
        {0x57, activity_kind::noncachable_access},
        {0x58, activity_kind::icache_access},
        {0x5A, activity_kind::dual_issued_branch},
        {0x5C, activity_kind::dual_issued_other},
        {0x5D, activity_kind::double_arithmetic},
        {0xFF, activity_kind::cycle},
    };
    return events;
}

} // namespace platform
