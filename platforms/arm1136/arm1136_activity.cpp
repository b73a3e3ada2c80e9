// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_activity.h>

namespace platform {

const line_map& arm1136_lines() {
    static const line_map lines = {
        {0, activity_kind::icache_miss},
        {1, activity_kind::ibuf_stall},
        {2, activity_kind::data_dependency_stall},
        {3, activity_kind::itlb_miss},
        {4, activity_kind::dtlb_miss},
        {5, activity_kind::branch},
        {6, activity_kind::branch, 2},
        {7, activity_kind::branch_mispredicted},
        {8, activity_kind::instruction},
        {9, activity_kind::instruction, 2},
        {10, activity_kind::dcache_access},
        {11, activity_kind::dcache_access_any},
        {12, activity_kind::dcache_miss},
        {13, activity_kind::dcache_half_line},
        {14, activity_kind::pc_change},
        {15, activity_kind::pc_change, 2},
        {16, activity_kind::main_tlb_miss},
        {17, activity_kind::external_data_access},
        {18, activity_kind::lsu_full_stall},
        {19, activity_kind::write_buffer_drained},
    };
    return lines;
}

const event_map& arm1136_events() {
    static const event_map events = {
        {0x00, activity_kind::icache_miss},
        {0x01, activity_kind::ibuf_stall},
        {0x02, activity_kind::data_dependency_stall},
        {0x03, activity_kind::itlb_miss},
        {0x04, activity_kind::dtlb_miss},
        {0x05, activity_kind::branch},
        {0x06, activity_kind::branch_mispredicted},
        {0x07, activity_kind::instruction},
        {0x09, activity_kind::dcache_access},
        {0x0A, activity_kind::dcache_access_any},
        {0x0B, activity_kind::dcache_miss},
        {0x0C, activity_kind::dcache_half_line},
        {0x0D, activity_kind::pc_change},
        {0x0F, activity_kind::main_tlb_miss},
        {0x10, activity_kind::external_data_access},
        {0x11, activity_kind::lsu_full_stall},
        {0x12, activity_kind::write_buffer_drained},
        {0xFF, activity_kind::cycle},
    };
    return events;
}

} // namespace platform
