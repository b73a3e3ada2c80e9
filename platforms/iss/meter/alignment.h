// SPDX-License-Identifier: Apache-2.0
// What a CPU does about loads and stores that are not aligned.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/meter/core_model.h>
#include <iss/meter/cpu_view.h>

#include <cstdint>

namespace platform {

/// The policy that a core and its SCTLR make.
enum class alignment_policy : std::uint8_t {
    works,   ///< single items work; what needs_alignment faults
    ignores, ///< the low bits are ignored; LDR and SWP rotate
    faults,  ///< each is an alignment fault: SCTLR.A = 1
};

constexpr alignment_policy alignment_policy_of(unaligned_rule rule, std::uint32_t control) {
    if ((control & sctlr::alignment_faults) != 0) {
        return alignment_policy::faults;
    }
    const bool ignores = rule == unaligned_rule::ignores ||
                         (rule == unaligned_rule::by_u && (control & sctlr::unaligned) == 0);
    return ignores ? alignment_policy::ignores : alignment_policy::works;
}

/// Whether an instruction has to be looked at before it executes, since it might access what is
/// not aligned.
inline bool needs_look(const instruction& i, alignment_policy policy) {
    return i.accesses_memory() && i.item_bytes > 1 &&
           (i.needs_alignment || policy != alignment_policy::works);
}

} // namespace platform
