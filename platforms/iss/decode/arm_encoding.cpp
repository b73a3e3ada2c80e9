// SPDX-License-Identifier: Apache-2.0
// The ARM instruction set.
#include <iss/decode/encoding.h>

namespace platform::iss {
namespace {

/// The address of a single transfer that adds or subtracts its offset before the access; without
/// an offset if it does so afterwards.
void set_single_transfer_address(instruction& i, bool has_index, std::uint32_t immediate) {
    const std::uint32_t word = i.encoding;
    const bool is_before = bit_set(word, 24);
    const bool adds = bit_set(word, 23);
    i.address.base = register_field(word, 16);
    if (is_before && has_index) {
        i.address.index = register_field(word, 0);
        i.address.subtracts_index = !adds;
    } else if (is_before) {
        const auto offset = static_cast<std::int32_t>(immediate);
        i.address.displacement = adds ? offset : -offset;
    }
}

void decode_word_or_byte(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const bool is_byte = bit_set(word, 22);
    set_transfer(i, is_load, 1, is_byte ? 1 : 4);
    set_single_transfer_address(i, bit_set(word, 25), bit_field(word, 11, 0));
    if (i.address.index != no_register) {
        set_index_shift(i.address, bit_field(word, 6, 5), bit_field(word, 11, 7));
    }
    if (is_load && !is_byte && register_field(word, 12) == 15) {
        const bool is_pop = (word & 0x0FFF'FFFFU) == 0x049D'F004U;
        set_load_of_pc(i, is_pop);
    }
}

/// LDRH, STRH, LDRSB, LDRSH, LDRD, STRD.
void decode_extra_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t form = bit_field(word, 6, 5); // 1: H, 2: SB or LDRD, 3: SH or STRD
    if (bit_set(word, 20)) {
        set_transfer(i, true, 1, form == 2 ? 1 : 2);
    } else if (form == 1) {
        set_transfer(i, false, 1, 2);
    } else {
        set_transfer(i, form == 2, 2, 4);
        i.needs_alignment = true;
        i.is_doubleword = true;
    }
    set_single_transfer_address(i, !bit_set(word, 22),
                                bit_field(word, 11, 8) << 4 | bit_field(word, 3, 0));
}

/// SWP, LDREX, STREX.
bool decode_synchronization(instruction& i) {
    const std::uint32_t word = i.encoding;
    i.address.base = register_field(word, 16);
    i.needs_alignment = true;
    if (!bit_set(word, 23)) { // SWP, SWPB
        if (bit_field(word, 21, 20) != 0) {
            i.kind = instruction_class::undefined;
            return true;
        }
        set_transfer(i, true, 1, bit_set(word, 22) ? 1 : 4);
        i.writes = 1;
        return true;
    }
    constexpr std::uint8_t sizes[] = {4, 4, 1, 2}; // word, doubleword, byte, halfword
    const std::uint32_t size = bit_field(word, 22, 21);
    set_transfer(i, bit_set(word, 20), size == 1 ? 2 : 1, sizes[size]);
    i.is_exclusive = true;
    if (!bit_set(word, 20)) {
        i.is_store_exclusive = true;
        i.result = register_field(word, 12);
    }
    return bit_field(word, 9, 8) == 3; // else the loads and stores of ARMv8 with an order
}

bool decode_multiply_or_synchronization(instruction& i) {
    if (bit_set(i.encoding, 24)) {
        return decode_synchronization(i);
    }
    // UMAAL and MLS do not set flags.
    const std::uint32_t operation = bit_field(i.encoding, 23, 20);
    i.kind = operation == 5 || operation == 7 ? instruction_class::undefined
                                              : instruction_class::multiply;
    return true;
}

/// Bits 24:23 are 2, S is 0: where comparisons that set no flags would be.
bool decode_arm_miscellaneous(instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t operation = bit_field(word, 22, 21);
    if (bit_set(word, 7)) { // SMLAxy, SMULxy and the like
        i.kind = instruction_class::multiply;
        return true;
    }
    switch (bit_field(word, 6, 4)) {
    case 0:
        if (bit_set(word, 9)) { // MRS and MSR of the Virtualization Extensions
            i.kind = instruction_class::undefined;
        } else if ((operation & 1U) != 0) {
            set_status_write(i, bit_set(word, 22), bit_field(word, 19, 16));
        }
        return true;
    case 1:
        if (operation == 1) {
            set_branch(i, register_field(word, 0) == 14 ? pc_writer::bx_lr : pc_writer::bx);
            return true;
        }
        return false; // CLZ
    case 2:
    case 3:
        if (operation != 1) {
            i.kind = instruction_class::undefined;
            return true;
        }
        set_branch(i, bit_set(word, 4) ? pc_writer::blx : pc_writer::bxj);
        return true;
    case 5: return true; // QADD and the like
    case 7:
        i.kind = operation == 1 ? instruction_class::breakpoint : instruction_class::undefined;
        if (operation == 1) {
            i.condition = 0xE;
            i.immediate = bit_field(word, 19, 8) << 4 | bit_field(word, 3, 0);
        }
        return true;
    default: i.kind = instruction_class::undefined; return true;
    }
}

/// AND to MVN.
bool decode_data_processing(instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t operation = bit_field(word, 24, 21);
    const bool sets_flags = bit_set(word, 20);
    const bool is_comparison = operation >= 8 && operation <= 11;
    if (is_comparison || register_field(word, 12) != 15) {
        return true;
    }
    constexpr std::uint32_t mov_pc_lr = 0x01A0'F00E;
    const bool is_mov_pc_lr = (word & 0x0FF0'FFFFU) == mov_pc_lr;
    set_branch(i, sets_flags     ? pc_writer::exception_return
                  : is_mov_pc_lr ? pc_writer::move_lr
                                 : pc_writer::data_processing);
    i.writes_status = sets_flags;
    return true;
}

/// Bits 27:25 are 0.
bool decode_register_operand(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_set(word, 7) && bit_set(word, 4)) {
        if (bit_field(word, 6, 5) == 0) {
            return decode_multiply_or_synchronization(i);
        }
        decode_extra_transfer(i);
        return true;
    }
    const bool is_comparison_space = bit_field(word, 24, 23) == 2;
    return is_comparison_space && !bit_set(word, 20) ? decode_arm_miscellaneous(i)
                                                     : decode_data_processing(i);
}

/// Bits 27:25 are 1.
bool decode_immediate_operand(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_field(word, 24, 23) != 2 || bit_set(word, 20)) {
        return decode_data_processing(i);
    }
    if (!bit_set(word, 21)) { // MOVW, MOVT
        return true;
    }
    const std::uint32_t mask = bit_field(word, 19, 16);
    if (!bit_set(word, 22) && mask == 0) {
        set_hint(i, bit_field(word, 7, 0));
    } else {
        set_status_write(i, bit_set(word, 22), mask);
    }
    return true;
}

/// Bits 27:25 are 3, bit 4 is 1.
bool decode_media(instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t operation = bit_field(word, 24, 20);
    if (operation == 0x11 || operation == 0x13) {
        const bool exists = bit_field(word, 15, 12) == 15 && bit_field(word, 7, 5) == 0;
        i.kind = exists ? instruction_class::divide : instruction_class::undefined;
        return true;
    }
    if (bit_field(operation, 4, 3) == 2) {
        i.kind = instruction_class::multiply;
    } else if (operation == 0x1F && bit_field(word, 7, 5) == 7) { // UDF
        i.kind = instruction_class::undefined;
        return true;
    }
    return false;
}

/// Bits 27:25 are 4.
void decode_arm_block_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const bool before = bit_set(word, 24);
    const bool increments = bit_set(word, 23);
    set_block_transfer(i, is_load, register_field(word, 16), word & 0xFFFFU, increments, before);
    const bool is_pop = bit_set(word, 21) && i.address.base == 13 && increments && !before;
    if (i.writes_pc() && bit_set(word, 22)) {
        i.pc_by = pc_writer::exception_return;
        i.writes_status = true;
    } else if (i.writes_pc() && is_pop) {
        i.pc_by = pc_writer::multiple_pop;
    }
}

void decode_branch(instruction& i, pc_writer form, std::uint32_t halfword) {
    set_label_branch(i, form, 8 + 4LL * sign_extend(i.encoding, 24) + 2LL * halfword);
}

/// PLD, with its address.
void decode_preload(instruction& i) {
    const std::uint32_t word = i.encoding;
    i.kind = instruction_class::preload;
    set_single_transfer_address(i, bit_set(word, 25), bit_field(word, 11, 0));
    if (i.address.index != no_register) {
        set_index_shift(i.address, bit_field(word, 6, 5), bit_field(word, 11, 7));
    }
}

/// Bits 31:26 are 0x3D: PLD, PLI, the barriers.
void decode_memory_hint(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_field(word, 27, 20) == 0x57) {
        if (!set_barrier(i, bit_field(word, 7, 4))) {
            i.kind = instruction_class::undefined;
        }
        return;
    }
    const bool has_index = bit_set(word, 25);
    if (bit_field(word, 21, 20) != 1 || (has_index && bit_set(word, 4))) {
        i.kind = instruction_class::undefined;
    } else if (bit_set(word, 24)) {
        decode_preload(i);
    } else if (bit_set(word, 22)) { // PLI; the rest are hints without a meaning
        i.kind = instruction_class::preload;
    }
}

/// RFE, SRS.
void decode_return_state(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const bool exists =
        is_load ? (word & 0x0040'FFFFU) == 0x0000'0A00U : (word & 0x004F'FFE0U) == 0x004D'0500U;
    if (exists) {
        set_return_state_transfer(i, is_load, bit_set(word, 23), bit_set(word, 24));
    } else {
        i.kind = instruction_class::undefined;
    }
}

/// The condition field is 15.
bool decode_unconditional(instruction& i) {
    const std::uint32_t word = i.encoding;
    switch (bit_field(word, 27, 25)) {
    case 0:
        i.kind = instruction_class::undefined;
        if (bit_field(word, 24, 20) == 0x10) {
            if (!bit_set(word, 16) && !bit_set(word, 5)) { // CPS
                i.kind = instruction_class::status_write;
                i.writes_status = true;
            } else if (bit_set(word, 16) && bit_field(word, 7, 4) == 0) { // SETEND
                i.kind = instruction_class::status_write;
            }
        }
        return true;
    case 1: return false; // Advanced SIMD
    case 2:
    case 3:
        if (bit_field(word, 27, 24) == 4 && !bit_set(word, 20)) {
            decode_element_transfer(i);
            return false;
        }
        decode_memory_hint(i);
        return true;
    case 4: decode_return_state(i); return true;
    case 5: decode_branch(i, pc_writer::label_exchange, bit_field(word, 24, 24)); return true;
    default:
        if (bit_field(word, 27, 24) == 0xF) {
            i.kind = instruction_class::undefined;
            return true;
        }
        return decode_coprocessor(i);
    }
}

} // namespace

bool decode_arm(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_field(word, 31, 28) == 0xF) {
        return decode_unconditional(i);
    }
    switch (bit_field(word, 27, 25)) {
    case 0: return decode_register_operand(i);
    case 1: return decode_immediate_operand(i);
    case 2: decode_word_or_byte(i); return true;
    case 3:
        if (bit_set(word, 4)) {
            return decode_media(i);
        }
        decode_word_or_byte(i);
        return true;
    case 4: decode_arm_block_transfer(i); return true;
    case 5:
        i.links = bit_set(word, 24);
        decode_branch(i, pc_writer::label, 0);
        return true;
    default:
        if (bit_field(word, 27, 24) == 0xF) {
            i.kind = instruction_class::supervisor_call;
            i.immediate = bit_field(word, 23, 0);
            return true;
        }
        return decode_coprocessor(i);
    }
}

} // namespace platform::iss
