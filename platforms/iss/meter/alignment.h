// SPDX-License-Identifier: Apache-2.0
// What a CPU does about loads and stores that are not aligned.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/decode/sctlr.h>
#include <iss/meter/core_model.h>

#include <algorithm>
#include <cstdint>

namespace platform::iss {

/// The policy that a core and its SCTLR make.
enum class alignment_policy : std::uint8_t {
    works,           ///< single items work; what needs_alignment faults
    ignores,         ///< the low bits are ignored, of LDRD and STRD three; LDR and SWP rotate;
                     ///< LDREX and STREX, which are unpredictable then, fault
    faults,          ///< each is an alignment fault: SCTLR.A = 1
    faults_by_eight, ///< likewise, and LDRD and STRD need a multiple of 8
};

constexpr alignment_policy alignment_policy_of(unaligned_rule rule, std::uint32_t control) {
    const bool is_armv5 = rule == unaligned_rule::ignores ||
                          (rule == unaligned_rule::by_u && (control & sctlr::unaligned) == 0);
    if ((control & sctlr::alignment_faults) != 0) {
        return is_armv5 ? alignment_policy::faults_by_eight : alignment_policy::faults;
    }
    return is_armv5 ? alignment_policy::ignores : alignment_policy::works;
}

/// What the address of an instruction has to be a multiple of: 1, 2, 4 or 8 bytes.
/// LDREXD and STREXD need 8 from the start (ARM ARM DDI 0406, A3.2.1, "Unaligned data access").
inline std::uint32_t alignment_unit(const instruction& i, alignment_policy policy) {
    if (i.is_exclusive) {
        return std::max(i.reads, i.writes) * 1U * i.item_bytes;
    }
    const bool needs_eight = i.is_doubleword && (policy == alignment_policy::ignores ||
                                                 policy == alignment_policy::faults_by_eight);
    return needs_eight ? 8U : i.item_bytes;
}

/// Whether an instruction has to be looked at before it executes, since it might access what is
/// not aligned.
inline bool needs_look(const instruction& i, alignment_policy policy) {
    return i.accesses_memory() && i.item_bytes > 1 &&
           (i.needs_alignment || policy != alignment_policy::works);
}

/// What an engine accesses of a device at once: an item of an instruction, or a piece of one that
/// is not aligned.
struct device_piece {
    bool begins = true;       ///< it is the first that its instruction accesses
    bool is_split = false;    ///< the item is not aligned: the engine accesses it in pieces
    std::uint32_t item = 0;   ///< where the CPU accesses the item, once: aligned, physical
    std::uint32_t bytes = 0;  ///< of the item
    std::uint32_t low = 0;    ///< the address bits that are not those of an aligned item
    std::uint32_t number = 0; ///< pieces of the item before this one
};

} // namespace platform::iss
