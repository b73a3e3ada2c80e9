// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/straight_run.h>

#include <optional>

namespace platform {

namespace {

std::uint32_t base_cycles(const instruction& i, const timing_model& timing) {
    switch (i.kind) {
    case instruction_class::multiply: return timing.multiply;
    case instruction_class::divide: return timing.divide;
    default: return 1;
    }
}

void add_branch(const instruction& i, const timing_model& timing, instruction_counts& counts) {
    const bool is_predicted_taken = i.is_backward || !(i.is_conditional() || i.falls_through);
    const bool is_known = i.is_immediate_branch || i.is_procedure_return;
    const auto mispredict = [&](activity_counts& where) {
        where.add(activity_kind::branch_mispredicted);
        if (i.is_immediate_branch) {
            where.add(activity_kind::immediate_mispredicted);
        }
        where.add(activity_kind::cycle, timing.mispredicted);
    };
    if (i.is_branch) {
        counts.always.add(activity_kind::branch);
    }
    if (i.is_immediate_branch) {
        counts.always.add(activity_kind::immediate_branch);
    }
    if (is_known) {
        counts.always.add(activity_kind::branch_predictable);
    }
    if (i.is_exception_return) {
        counts.when_taken.add(activity_kind::exception_return);
        counts.when_taken.add(activity_kind::cycle, timing.mispredicted);
        return;
    }
    counts.when_taken.add(activity_kind::pc_change);
    if (i.is_procedure_return) {
        counts.when_taken.add(activity_kind::procedure_return);
    }
    const bool is_taken_as_predicted =
        i.is_immediate_branch ? is_predicted_taken : i.is_procedure_return;
    if (is_taken_as_predicted) {
        counts.when_taken.add(activity_kind::cycle, timing.taken_branch);
    } else {
        mispredict(counts.when_taken);
    }
    if (i.is_immediate_branch && is_predicted_taken) {
        mispredict(counts.when_falling);
    }
}

void add_access(const instruction& i, bool has_caches, activity_counts& counts) {
    const std::uint32_t items = i.reads + 0U + i.writes;
    if (i.reads != 0) {
        counts.add(activity_kind::data_read);
    }
    if (i.writes != 0) {
        counts.add(activity_kind::data_write);
    }
    counts.add(activity_kind::cycle, items - 1);
    if (!has_caches) {
        counts.add(activity_kind::dcache_access_any);
        counts.add(activity_kind::external_data_access, items);
        counts.add(activity_kind::external_request, items);
        counts.add(activity_kind::bus_read, i.reads);
        counts.add(activity_kind::bus_write, i.writes);
    }
}

/// What a barrier or register write does that an event of the manuals is about.
std::optional<activity_kind> operation_of(const instruction& i) {
    constexpr pmu::coprocessor_register drain_write_buffer{15, 0, 7, 10, 4};
    constexpr pmu::coprocessor_register context_id{15, 0, 13, 0, 1};
    const bool is_write = i.kind == instruction_class::coprocessor_write;
    if ((i.kind == instruction_class::barrier && i.drains_writes) ||
        (is_write && i.coprocessor == drain_write_buffer)) {
        return activity_kind::write_buffer_drained;
    }
    if (is_write && i.coprocessor == context_id) {
        return activity_kind::context_change;
    }
    return std::nullopt;
}

} // namespace

bool depends_on_condition(const instruction& i) {
    return i.is_conditional() && !i.writes_pc && (i.accesses_memory() || operation_of(i));
}

instruction_counts counts_of(const instruction& i, const timing_model& timing, bool has_caches) {
    instruction_counts counts;
    counts.always.add(activity_kind::instruction);
    const std::uint32_t cycles = base_cycles(i, timing);
    counts.always.add(activity_kind::cycle, cycles);
    if (i.kind == instruction_class::divide) {
        counts.always.add(activity_kind::integer_divide);
        counts.always.add(activity_kind::integer_divide_stall, cycles - 1);
    }
    activity_counts& when_executed = depends_on_condition(i) ? counts.when_passed
                                     : i.is_conditional()    ? counts.when_taken
                                                             : counts.always;
    if (const auto operation = operation_of(i)) {
        when_executed.add(*operation);
    }
    if (i.writes_pc) {
        add_branch(i, timing, counts);
    }
    if (i.accesses_memory()) {
        add_access(i, has_caches, when_executed);
    }
    return counts;
}

} // namespace platform
