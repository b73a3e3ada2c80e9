// SPDX-License-Identifier: Apache-2.0
// The instruction sets, read from their encodings: what the decoder looks at before it asks
// Capstone. Sources: ARM Architecture Reference Manual (ARMv5TE, ARMv6, ARMv7-A/R).
#pragma once

#include <iss/decode/instruction.h>

#include <cstdint>

namespace platform::iss {

/// The field of a word from bit `high` down to bit `low`, 31 >= high >= low.
constexpr std::uint32_t bit_field(std::uint32_t word, unsigned high, unsigned low) {
    return word >> low & (0xFFFF'FFFFU >> (31U - (high - low)));
}

constexpr bool bit_set(std::uint32_t word, unsigned bit) {
    return (word >> bit & 1U) != 0;
}

/// A register number, the four bits from `low` up.
constexpr std::uint8_t register_field(std::uint32_t word, unsigned low) {
    return static_cast<std::uint8_t>(word >> low & 15U);
}

/// Two's complement number of `width` bits, 1 to 32; bits above it are ignored.
constexpr std::int32_t sign_extend(std::uint32_t value, unsigned width) {
    const std::uint32_t sign = 1U << (width - 1U);
    return static_cast<std::int32_t>(((value & (sign | (sign - 1U))) ^ sign) - sign);
}

/// Fills in an instruction from its encoding. `i` comes with pc, bytes, condition, is_thumb and
/// encoding set, and with the kind data_processing; the condition may be taken back to 14.
/// \return false if the encoding lies in a space with gaps, where a disassembler must say whether
///         the instruction exists
/// @{
bool decode_arm(instruction& i);
bool decode_thumb16(instruction& i);
bool decode_thumb32(instruction& i); ///< the first halfword in bits 31 to 16
/// @}

// What the instruction sets share; each fills in the fields that its name tells.

/// A load or store of `items` times `item_bytes`.
void set_transfer(instruction& i, bool is_load, unsigned items, unsigned item_bytes);

/// LDM, STM, PUSH, POP: `list` has a bit a register. The address is for the lowest register.
void set_block_transfer(instruction& i, bool is_load, std::uint8_t base, std::uint32_t list,
                        bool increments, bool before);

/// RFE if `is_load`, else SRS.
/// The base of SRS is the R13 of the mode in bits 4:0, which need not be the current one.
void set_return_state_transfer(instruction& i, bool is_load, bool increments, bool before);

/// LDR PC, whose address is known. \param is_pop it is LDR PC, [SP], #4
void set_load_of_pc(instruction& i, bool is_pop);

/// A branch with a label, to pc + displacement.
void set_label_branch(instruction& i, pc_writer form, std::int64_t displacement);

/// A branch to the address in a register, or another instruction that computes PC.
void set_branch(instruction& i, pc_writer form);

/// The barriers by their option number in ARM and Thumb encodings: 1 CLREX, 4 DSB, 5 DMB, 6 ISB.
/// \return false if there is none of this number
bool set_barrier(instruction& i, std::uint32_t option);

/// MSR to the CPSR or SPSR with the field mask `mask` (bit 0: c, bit 1: x).
void set_status_write(instruction& i, bool is_spsr, std::uint32_t mask);

/// NOP, YIELD, WFE, WFI, SEV, DBG by number.
void set_hint(instruction& i, std::uint32_t number);

/// The shift of an index register, from the fields `type` and `amount` of ARM instructions.
void set_index_shift(addressing& a, std::uint32_t type, std::uint32_t amount);

/// Coprocessor and floating-point instructions: bits 27:24 of the encoding from 0xC to 0xE. Thumb
/// has the encodings of ARM.
/// \return as decode_arm()
bool decode_coprocessor(instruction& i);

/// VLD1 to VLD4 and VST1 to VST4: bits 23:0 of the encoding are those of both instruction sets.
void decode_element_transfer(instruction& i);

/// Whether SP may be no multiple of 4 after an instruction that is decoded otherwise.
bool may_unalign_stack(const instruction& i);

} // namespace platform::iss
