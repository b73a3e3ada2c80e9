// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/basic_block.h>

namespace platform::iss {

namespace {

bool is_register_write(const instruction& i) {
    return i.kind == instruction_class::coprocessor_write ||
           i.kind == instruction_class::coprocessor_pair_write;
}

/// What a barrier or register write counts as; `nothing`: no event is about it.
activity::activity_kind kind_of_operation(const instruction& i, const core_model& core) {
    if (core.barriers_drain && (i.barrier == barrier_kind::dsb || i.barrier == barrier_kind::dmb)) {
        return activity::activity_kind::write_buffer_drained;
    }
    if (is_register_write(i)) {
        const register_write* write = core.find_write(i);
        return write != nullptr ? write->kind : activity::activity_kind::nothing;
    }
    return activity::activity_kind::nothing;
}

/// As the rule has it, but for what depends on a condition.
prediction prediction_of(const instruction& i, const branch_rule& rule) {
    if (rule.predicted != prediction::by_stack) {
        return rule.predicted;
    }
    return i.may_fall_through() ? prediction::none : prediction::by_stack;
}

void add_branch(const instruction& i, const core_model& core, instruction_counts& counts) {
    const branch_rule& rule = core.branches[static_cast<std::size_t>(i.pc_by)];
    const auto mispredict = [&](activity_list& where, bool counts_it) {
        where.add(activity::activity_kind::branch_mispredicted, counts_it ? 1 : 0);
        where.add(activity::activity_kind::immediate_mispredicted,
                  counts_it && rule.is_immediate ? 1 : 0);
        where.add(activity::activity_kind::cycle, core.timing.mispredicted);
    };
    counts.always.add(activity::activity_kind::branch, rule.is_branch ? 1 : 0);
    counts.always.add(activity::activity_kind::immediate_branch, rule.is_immediate ? 1 : 0);
    counts.always.add(activity::activity_kind::branch_predictable, rule.is_predictable ? 1 : 0);
    if (i.is_exception_return()) {
        counts.when_taken.add(activity::activity_kind::exception_return);
        counts.when_taken.add(activity::activity_kind::pc_change,
                              core.pc_changes == pc_change_rule::any_mode ? 1 : 0);
        counts.when_taken.add(activity::activity_kind::cycle, core.timing.mispredicted);
        return;
    }
    counts.when_taken.add(activity::activity_kind::pc_change);
    const prediction predicted = prediction_of(i, rule);
    const bool is_predicted_taken =
        !i.may_fall_through() || (i.is_backward && !(core.predicts_no_call && i.is_call()));
    const bool is_right = predicted == prediction::right ||
                          (predicted == prediction::by_direction && is_predicted_taken);
    counts.when_taken.add(activity::activity_kind::procedure_return, rule.is_return ? 1 : 0);
    if (core.return_stack_entries != 0) {
        counts.when_taken.add(activity::activity_kind::procedure_call, i.is_call() ? 1 : 0);
    }
    if (predicted == prediction::by_stack) {
        return; // what the return stack says shows when it is executed
    }
    if (is_right) {
        counts.when_taken.add(activity::activity_kind::cycle, core.timing.taken_branch);
    } else {
        mispredict(counts.when_taken, predicted != prediction::none);
    }
    if (predicted == prediction::by_direction && is_predicted_taken) {
        mispredict(counts.when_falling, true);
    }
}

void add_access(const instruction& i, const core_model& core, activity_list& counts) {
    const std::uint32_t items = i.reads + 0U + i.writes;
    counts.add(activity::activity_kind::data_read, i.reads != 0 ? 1 : 0);
    // Whether STREX stores is known afterwards.
    counts.add(activity::activity_kind::data_write, i.writes != 0 && !i.is_store_exclusive ? 1 : 0);
    counts.add(activity::activity_kind::dcache_transfer, core.data.transfers_anywhere ? items : 0);
    counts.add(activity::activity_kind::cycle, items - 1);
}

} // namespace

bool depends_on_condition(const instruction& i, const core_model& core) {
    if (!i.is_conditional()) {
        return false;
    }
    return (i.accesses_memory() && !i.writes_pc()) || i.is_exception_return() ||
           i.kind == instruction_class::divide || i.is_double_arithmetic ||
           kind_of_operation(i, core) != activity::activity_kind::nothing;
}

bool has_effect_after(const instruction& i, const core_model& core) {
    if (is_register_write(i)) {
        const register_write* write = core.find_write(i);
        return write != nullptr && write->operation != memory_operation::none;
    }
    return i.is_store_exclusive || i.barrier == barrier_kind::isb ||
           (i.kind == instruction_class::preload && i.address.base != no_register);
}

bool is_predicted_by_stack(const instruction& i, const core_model& core) {
    return i.writes_pc() && !i.is_exception_return() &&
           prediction_of(i, core.branches[static_cast<std::size_t>(i.pc_by)]) ==
               prediction::by_stack;
}

instruction_counts counts_of(const instruction& i, const core_model& core) {
    instruction_counts counts;
    // DDI 0100, A7.1.17: before Thumb-2 BL and BLX with a label are two instructions.
    const std::uint32_t instructions = i.is_thumb && i.bytes == 4 && !core.has_thumb2 ? 2 : 1;
    counts.always.add(activity::activity_kind::instruction, instructions);
    counts.always.add(activity::activity_kind::cycle,
                      i.kind == instruction_class::multiply ? core.timing.multiply : instructions);
    activity_list& when_executed = depends_on_condition(i, core) && !i.writes_pc()
                                       ? counts.when_passed
                                   : i.is_conditional() ? counts.when_taken
                                                        : counts.always;
    if (i.kind == instruction_class::divide) {
        when_executed.add(activity::activity_kind::integer_divide);
        when_executed.add(activity::activity_kind::integer_divide_stall, core.timing.divide - 1);
        when_executed.add(activity::activity_kind::cycle, core.timing.divide - 1);
    }
    if (i.is_double_arithmetic) {
        when_executed.add(activity::activity_kind::double_arithmetic);
    }
    if (const activity::activity_kind kind = kind_of_operation(i, core);
        kind != activity::activity_kind::nothing) {
        when_executed.add(kind);
    }
    if (i.writes_pc()) {
        add_branch(i, core, counts);
    }
    if (i.accesses_memory()) {
        add_access(i, core, when_executed);
    }
    return counts;
}

} // namespace platform::iss
