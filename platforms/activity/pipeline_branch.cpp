// SPDX-License-Identifier: Apache-2.0
// Branches of the pipeline and how they are predicted.
#include <activity/pipeline.h>

namespace platform::activity {

namespace {

constexpr std::uint32_t redirect = 1; ///< cycles lost by a taken branch that is not in the BTB

} // namespace

bool pipeline::decide(const synthetic_instruction& i) {
    switch (i.op) {
    case operation::branch_conditional: return m_random.chance(i.likely, 65536);
    case operation::branch_loop: {
        std::uint32_t& left = m_loop_turns[i.loop];
        if (left == 0) {
            // Most loops make the same number of turns each time; some depend on their data.
            left = i.loop % 8 == 0 ? m_random.between(1, i.likely) : i.likely;
        }
        return --left != 0;
    }
    default: return true;
    }
}

bool pipeline::predict_and_train(const synthetic_instruction& i, bool taken) {
    btb_entry& entry = m_btb[m_pc % btb_size];
    const bool known = entry.valid && entry.branch == m_pc;
    const bool backwards = i.target <= m_pc;
    const bool unconditional = i.op == operation::branch_always || i.op == operation::call;
    const bool predicted = unconditional || (known ? entry.counter >= 2 : backwards);
    if (!known) {
        entry = {m_pc, true, static_cast<std::uint8_t>(taken ? 2 : 1)};
    } else if (taken && entry.counter < 3) {
        ++entry.counter;
    } else if (!taken && entry.counter > 0) {
        --entry.counter;
    }
    if (predicted != taken) {
        stall(0, m_config.mispredict_penalty);
        return false;
    }
    // A second instruction of a cycle cannot give room to a third.
    m_folded = known && !m_folded && m_config.issue == issue_width::branch_folding;
    if (taken && !known) {
        stall(0, redirect);
    }
    return true;
}

void pipeline::branch(cycle_activity& a, const synthetic_instruction& i) {
    a.add(activity_kind::branch);
    a.add(activity_kind::immediate_branch);
    a.add(activity_kind::branch_predictable);
    const bool taken = decide(i);
    if (!predict_and_train(i, taken)) {
        a.add(activity_kind::branch_mispredicted);
        a.add(activity_kind::immediate_mispredicted);
    }
    if (!taken) {
        ++m_pc;
        return;
    }
    a.add(activity_kind::pc_change);
    if (i.op == operation::call) {
        call(a, i.target);
    } else {
        m_pc = i.target;
    }
}

void pipeline::indirect_call(cycle_activity& a, const synthetic_instruction& i) {
    a.add(activity_kind::branch);
    a.add(activity_kind::branch_mispredicted); // nobody predicts it
    a.add(activity_kind::pc_change);
    call(a, i.target);
    stall(0, m_config.mispredict_penalty);
}

void pipeline::procedure_return(cycle_activity& a) {
    // Calls nest no deeper than the return stack of any part, so it is always right.
    a.add(activity_kind::branch);
    a.add(activity_kind::branch_predictable);
    a.add(activity_kind::procedure_return);
    a.add(activity_kind::return_predicted);
    a.add(activity_kind::pc_change);
    m_pc = m_return_stack.back();
    m_return_stack.pop_back();
    stall(0, redirect);
}

void pipeline::call(cycle_activity& a, std::uint32_t target) {
    a.add(activity_kind::procedure_call);
    m_return_stack.push_back(m_pc + 1);
    m_pc = target;
}

} // namespace platform::activity
