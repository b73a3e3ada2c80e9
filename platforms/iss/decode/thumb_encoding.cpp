// SPDX-License-Identifier: Apache-2.0
// The 16-bit instructions of the Thumb instruction set.
#include <iss/decode/encoding.h>

namespace platform::iss {
namespace {

/// A low register, the three bits from `low` up.
constexpr std::uint8_t low_register(std::uint32_t halfword, unsigned low) {
    return static_cast<std::uint8_t>(halfword >> low & 7U);
}

void set_base_and_offset(instruction& i, std::uint8_t base, std::uint32_t offset) {
    i.address.base = base;
    i.address.displacement = static_cast<std::int32_t>(offset);
}

/// ADD, CMP, MOV with high registers; BX, BLX.
void decode_special(instruction& i) {
    const std::uint32_t code = i.encoding;
    const std::uint8_t source = register_field(code, 3);
    const std::uint32_t operation = bit_field(code, 9, 8);
    if (operation == 3) {
        set_branch(i, bit_set(code, 7) ? pc_writer::blx
                      : source == 14   ? pc_writer::bx_lr
                                       : pc_writer::bx);
        return;
    }
    const std::uint32_t destination = bit_field(code, 7, 7) << 3 | bit_field(code, 2, 0);
    if (operation == 1 || destination != 15) {
        return;
    }
    set_branch(i, operation == 2 && source == 14 ? pc_writer::move_lr : pc_writer::data_processing);
}

/// Loads and stores with a register offset: bits 15:12 are 5.
void decode_register_offset(instruction& i) {
    struct form {
        bool is_load;
        std::uint8_t bytes;
    };
    constexpr form forms[] = {{false, 4}, {false, 2}, {false, 1}, {true, 1},
                              {true, 4},  {true, 2},  {true, 1},  {true, 2}};
    const form& f = forms[bit_field(i.encoding, 11, 9)];
    set_transfer(i, f.is_load, 1, f.bytes);
    i.address.base = low_register(i.encoding, 3);
    i.address.index = low_register(i.encoding, 6);
}

/// Loads and stores with an immediate offset: bits 15:12 are 6, 7 or 8.
void decode_immediate_offset(instruction& i) {
    constexpr std::uint8_t sizes[] = {4, 1, 2};
    const std::uint8_t bytes = sizes[bit_field(i.encoding, 15, 12) - 6U];
    set_transfer(i, bit_set(i.encoding, 11), 1, bytes);
    set_base_and_offset(i, low_register(i.encoding, 3), bit_field(i.encoding, 10, 6) * bytes);
}

/// \return as decode_arm()
bool decode_thumb_miscellaneous(instruction& i) {
    const std::uint32_t code = i.encoding;
    if (bit_set(code, 10) && !bit_set(code, 9)) { // PUSH, POP
        const bool is_load = bit_set(code, 11);
        const std::uint32_t list = bit_field(code, 7, 0) | bit_field(code, 8, 8)
                                                               << (is_load ? 15U : 14U);
        set_block_transfer(i, is_load, 13, list, is_load, !is_load);
        if (i.writes_pc()) {
            i.pc_by = pc_writer::multiple_pop;
        }
        return true;
    }
    if (bit_set(code, 8) && !bit_set(code, 10)) { // CBZ, CBNZ: always forward
        set_label_branch(i, pc_writer::compare, 4);
        return true;
    }
    switch (bit_field(code, 11, 8)) {
    case 0x0: return true; // ADD and SUB of SP
    case 0x6:
        if (bit_field(code, 7, 5) == 2) { // SETEND
            i.kind = instruction_class::status_write;
        } else if (bit_field(code, 7, 5) == 3) { // CPS
            i.kind = instruction_class::status_write;
            i.writes_status = true;
        } else {
            i.kind = instruction_class::undefined;
        }
        return true;
    case 0xE:
        i.kind = instruction_class::breakpoint;
        i.condition = 0xE;
        i.immediate = bit_field(code, 7, 0);
        return true;
    case 0xF: // IT, whose state the decoder keeps, or a hint
        if (bit_field(code, 3, 0) == 0) {
            set_hint(i, bit_field(code, 7, 4));
        }
        return true;
    default: return false;
    }
}

void decode_thumb_block_transfer(instruction& i) {
    set_block_transfer(i, bit_set(i.encoding, 11), low_register(i.encoding, 8),
                       bit_field(i.encoding, 7, 0), true, false);
}

/// B with a condition, SVC, UDF.
void decode_conditional_branch(instruction& i) {
    const auto condition = static_cast<std::uint8_t>(bit_field(i.encoding, 11, 8));
    if (condition == 14) {
        i.kind = instruction_class::undefined;
    } else if (condition == 15) {
        i.kind = instruction_class::supervisor_call;
        i.immediate = bit_field(i.encoding, 7, 0);
    } else {
        i.condition = condition;
        set_label_branch(i, pc_writer::label, 4 + 2LL * sign_extend(i.encoding, 8));
    }
}

} // namespace

bool decode_thumb16(instruction& i) {
    const std::uint32_t code = i.encoding;
    const std::uint32_t immediate = bit_field(code, 7, 0);
    switch (bit_field(code, 15, 12)) {
    case 0x4:
        if (bit_set(code, 11)) {
            set_transfer(i, true, 1, 4);
            set_base_and_offset(i, 15, 4U * immediate);
        } else if (bit_set(code, 10)) {
            decode_special(i);
        } else if (bit_field(code, 9, 6) == 0xD) {
            i.kind = instruction_class::multiply;
        }
        return true;
    case 0x5: decode_register_offset(i); return true;
    case 0x6:
    case 0x7:
    case 0x8: decode_immediate_offset(i); return true;
    case 0x9:
        set_transfer(i, bit_set(code, 11), 1, 4);
        set_base_and_offset(i, 13, 4U * immediate);
        return true;
    case 0xB: return decode_thumb_miscellaneous(i);
    case 0xC: decode_thumb_block_transfer(i); return true;
    case 0xD: decode_conditional_branch(i); return true;
    case 0xE: set_label_branch(i, pc_writer::label, 4 + 2LL * sign_extend(code, 11)); return true;
    default: return true; // the ALU
    }
}

} // namespace platform::iss
