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
constexpr std::uint32_t bus_unit = 0x2C09'0000;
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

struct fuzz_case;
/// Firmware as compilers and drivers make it: it comes to its end, and what it reads of time and
/// counters stays in pages of its own. \param c gets all but its part and its seed
void make_orderly(random_source& random, const code_world& world, fuzz_case& c);

// What ARM and Thumb code have in common.

/// A geometry for --caches.
const char* any_caches(random_source& random);
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
