// SPDX-License-Identifier: Apache-2.0
// What random code has around it.
#pragma once

#include "random_source.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platform::fuzz {

enum class instruction_set : std::uint8_t { v5te, v6, v7r };

/// The memory of a fuzz program. Its code ends with a jump back to its start.
namespace layout {
constexpr std::uint32_t vectors = 0;
constexpr std::uint32_t handlers = 0x80;
constexpr std::uint32_t high_vectors = 0xFFFF'0000;
constexpr std::uint32_t code = 0x8000; ///< start code, ARM code, Thumb code
constexpr std::uint32_t data = 0xA000; ///< random words
constexpr std::uint32_t data_bytes = 0x1000;
constexpr std::uint32_t constants = 0xAC00; ///< what the start code loads: below
constexpr std::uint32_t targets = 0xAF80;   ///< addresses to jump to, with their state
constexpr std::uint32_t target_count = 32;
constexpr std::uint32_t stacks = 0xB000; ///< each ends 0x100 above the one before
constexpr std::uint32_t interrupt_controller = 0x1014'0000;
constexpr std::uint32_t cci400 = 0x2C09'0000;
} // namespace layout

// Registers that code keeps, as long as nothing random takes them: where data, code and a device
// are, all reachable from Thumb code.
constexpr std::uint32_t data_register = 4;
constexpr std::uint32_t code_register = 5;
constexpr std::uint32_t device_register = 6;

/// What code may be made of.
struct code_world {
    std::string part;
    instruction_set set = instruction_set::v6;
    bool has_vfp = false;
    std::uint32_t wildness = 64; ///< one instruction in so many is anything at all
};

/// ARM code.
using arm_code = std::vector<std::uint32_t>;
/// Thumb code.
using thumb_code = std::vector<std::uint16_t>;

/// Appends one instruction, or a few that belong together.
/// \param rest how many more words or halfwords the code is going to have, about
void append_arm(random_source& random, const code_world& world, std::uint32_t rest, arm_code& code);
void append_thumb(random_source& random, const code_world& world, std::uint32_t rest,
                  thumb_code& code);

// What both have in common.

/// One of them, each as often as its `share` of all says.
template <class Kind, std::size_t n>
const Kind& one_of(const Kind (&kinds)[n], random_source& random) {
    std::uint32_t all = 0;
    for (const Kind& k : kinds) {
        all += k.share;
    }
    std::uint32_t left = random.below(all);
    const Kind* found = kinds;
    for (; left >= found->share; ++found) {
        left -= found->share;
    }
    return *found;
}

/// A register to be written, and read: mostly one that nobody relies on.
std::uint32_t any_register(random_source& random);
std::uint32_t low_register(random_source& random);
/// A coprocessor access as ARM has it, condition AL; Thumb-2 has the same.
std::uint32_t coprocessor_access(random_source& random, const code_world& world);
/// The same for VFP, without faults of their own.
std::uint32_t vfp_instruction(random_source& random);
/// The number of a semihosting call. SYS_EXIT is seldom, and SYS_TIME never: it is not repeatable.
std::uint32_t semihosting_call(random_source& random);
/// A device register, relative to its base.
std::uint32_t device_offset(random_source& random);

} // namespace platform::fuzz
