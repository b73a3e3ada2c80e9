// SPDX-License-Identifier: Apache-2.0
// What the simulated CPU says in messages and traces.
#pragma once

#include <iss/decode/decoder.h>
#include <iss/host/elf_image.h>
#include <iss/host/guest_memory.h>
#include <iss/meter/activity_counts.h>

#include <cstdint>
#include <string>

namespace platform::iss {

/// "0x00008120 (main+0x10, main.c:12)"; "0x00008120 in main+0x10" where the line is not known, and
/// only the address where no function is known either.
std::string place_text(std::uint32_t pc, const elf_image& image);

/// An instruction as assembly text, with what the image knows of it: where a branch goes, as in "bl
/// 0x8020 <inner>" and "b 0x8004 <main+0x4>", and the word that a load relative to PC finds where
/// the image was loaded, "ldr r1, [pc, #8]  ; =0x8040 <inner>". One halfword of a BL or BLX before
/// Thumb-2 is named as such.
std::string code_text(const instruction& i, const decoder& disassembler, const elf_image& image);

/// An instruction as assembly text with its encoding.
std::string instruction_text(const instruction& i, const decoder& disassembler);

/// No line of a trace tells of cycles with interrupts masked: all of a handler would.
inline constexpr std::uint64_t kinds_in_no_trace =
    activity::bit_of(activity::activity_kind::irq_disabled) |
    activity::bit_of(activity::activity_kind::fiq_disabled);

/// A line of an instruction trace: time in picoseconds, address, encoding, code_text(), cycles,
/// what it counted, and where the image knows it, the line as place_text has it. \param pc of the
/// instruction \param i nullptr: what is not executed, such as the entry to an exception, which
/// belongs to the instruction at the vector
std::string trace_line(std::uint64_t ps, std::uint32_t pc, const instruction* i,
                       const activity_counts& counts, const decoder& disassembler,
                       const elf_image& image);

} // namespace platform::iss
