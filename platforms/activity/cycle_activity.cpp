// SPDX-License-Identifier: Apache-2.0
#include <activity/cycle_activity.h>

namespace platform::activity {

const char* name_of(activity_kind kind) {
    static constexpr std::array<const char*, activity_kinds> names = {
        "instruction",
        "branch",
        "immediate_branch",
        "branch_predictable",
        "branch_mispredicted",
        "immediate_mispredicted",
        "procedure_return",
        "pc_change",
        "icache_access",
        "icache_miss",
        "ibuf_stall",
        "data_dependency_stall",
        "itlb_miss",
        "dtlb_miss",
        "main_tlb_miss",
        "dcache_access",
        "dcache_access_any",
        "dcache_transfer",
        "dcache_miss",
        "dcache_half_line",
        "dcache_line",
        "external_data_access",
        "external_request",
        "noncachable_access",
        "lsu_full_stall",
        "lsu_full_start",
        "store_full_stall",
        "store_merged",
        "write_buffer_drained",
        "data_read",
        "data_write",
        "unaligned_access",
        "preload_linefill",
        "preload_dropped",
        "integer_divide",
        "integer_divide_stall",
        "exception_taken",
        "exception_return",
        "irq_disabled",
        "context_change",
        "dual_issued",
        "dual_issued_branch",
        "dual_issued_other",
        "icache_soft_error",
        "dcache_soft_error",
        "bus_read",
        "bus_read_device",
        "bus_read_normal",
        "bus_write",
        "bus_write_device",
        "bus_write_normal",
        "fiq_disabled",
        "double_arithmetic",
        "software_increment",
        "nothing",
        "cycle",
    };
    static_assert(names.back() != nullptr, "every kind has a name");
    return names[index_of(kind)];
}

} // namespace platform::activity
