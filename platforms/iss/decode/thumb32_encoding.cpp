// SPDX-License-Identifier: Apache-2.0
// The 32-bit instructions of the Thumb instruction set.
#include <iss/decode/encoding.h>

namespace platform::iss {
namespace {

/// LDM, STM, RFE, SRS.
void decode_thumb32_block_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const std::uint32_t mode = bit_field(word, 24, 23);
    if (mode == 0 || mode == 3) {
        const bool exists =
            is_load ? (word & 0xFFFFU) == 0xC000U : (word & 0x000F'FFE0U) == 0x000D'C000U;
        if (exists) {
            set_return_state_transfer(i, is_load, mode == 3, mode == 0);
        } else {
            i.kind = instruction_class::undefined;
        }
        return;
    }
    set_block_transfer(i, is_load, register_field(word, 16), word & 0xFFFFU, mode == 1, mode == 2);
    const bool is_pop = bit_set(word, 21) && i.address.base == 13 && mode == 1;
    if (i.writes_pc() && is_pop) {
        i.pc_by = pc_writer::multiple_pop;
    }
}

/// LDRD, STRD, LDREX, STREX, TBB, TBH.
/// \return as decode_arm()
bool decode_double_or_exclusive(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const bool is_before = bit_set(word, 24);
    const auto offset = static_cast<std::int32_t>(4U * bit_field(word, 7, 0));
    i.address.base = register_field(word, 16);
    i.needs_alignment = true;
    if (is_before || bit_set(word, 21)) {
        set_transfer(i, is_load, 2, 4);
        i.is_doubleword = true;
        if (is_before) {
            i.address.displacement = bit_set(word, 23) ? offset : -offset;
        }
        return true;
    }
    if (!bit_set(word, 23)) {
        set_transfer(i, is_load, 1, 4);
        i.is_exclusive = true;
        i.address.displacement = offset;
        if (!is_load) {
            i.is_store_exclusive = true;
            i.result = register_field(word, 8);
        }
        return true;
    }
    const std::uint32_t operation = bit_field(word, 7, 4);
    if (operation <= 1 && is_load) { // TBB, TBH
        set_transfer(i, true, 1, operation == 0 ? 1 : 2);
        i.needs_alignment = false;
        i.pc_by = pc_writer::table;
        i.address.index = register_field(word, 0);
        i.address.shift_amount = static_cast<std::uint8_t>(operation);
        if (i.address.base == 15) { // they take the PC as it is, not aligned
            i.address.displacement = static_cast<std::int32_t>(i.pc & 2U);
        }
        return true;
    }
    constexpr std::uint8_t sizes[] = {1, 2, 4, 4}; // byte, halfword, none, doubleword
    const std::uint32_t size = operation & 3U;
    set_transfer(i, is_load, size == 3 ? 2 : 1, sizes[size]);
    i.is_exclusive = true;
    if (!is_load) {
        i.is_store_exclusive = true;
        i.result = register_field(word, 0);
    }
    if (bit_field(operation, 3, 2) != 1 || size == 2) { // loads and stores of ARMv8 among them
        i.kind = instruction_class::undefined;
    }
    return true;
}

/// The address of a load or store of one item.
/// \return false if the instruction does not exist
bool set_single_address(instruction& i) {
    const std::uint32_t word = i.encoding;
    i.address.base = register_field(word, 16);
    if (i.address.base == 15) {
        const auto offset = static_cast<std::int32_t>(bit_field(word, 11, 0));
        i.address.displacement = bit_set(word, 23) ? offset : -offset;
        return bit_set(word, 20);
    }
    if (bit_set(word, 23)) {
        i.address.displacement = static_cast<std::int32_t>(bit_field(word, 11, 0));
        return true;
    }
    if (!bit_set(word, 11)) {
        i.address.index = register_field(word, 0);
        i.address.shift_amount = static_cast<std::uint8_t>(bit_field(word, 5, 4));
        return bit_field(word, 10, 6) == 0;
    }
    const bool is_before = bit_set(word, 10);
    const bool has_write_back = bit_set(word, 8);
    const auto offset = static_cast<std::int32_t>(bit_field(word, 7, 0));
    if (is_before) {
        i.address.displacement = bit_set(word, 9) ? offset : -offset;
    }
    return is_before || has_write_back;
}

/// LDR, STR and the like; PLD, PLI.
void decode_single_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 20);
    const bool is_signed = bit_set(word, 24);
    const std::uint32_t size = bit_field(word, 22, 21);
    set_transfer(i, is_load, 1, 1U << (size & 3U));
    if (size == 3 || (is_signed && size == 2) || !set_single_address(i)) {
        i.kind = instruction_class::undefined;
        return;
    }
    if (!is_load || register_field(word, 12) != 15) {
        return;
    }
    const bool has_offset_form = i.address.base != 15 && !bit_set(word, 23) && bit_set(word, 11);
    if (size == 2) {
        const bool is_pop = (word & 0xFFFF'0FFFU) == 0xF85D'0B04U;
        set_load_of_pc(i, is_pop);
        return;
    }
    if (has_offset_form && bit_field(word, 11, 8) != 0xC) {
        return;
    }
    // A load of a byte or halfword into R15 is a hint.
    i.reads = 0;
    i.item_bytes = 4;
    i.kind =
        is_signed && size == 1 ? instruction_class::data_processing : instruction_class::preload;
    if (is_signed) { // PLI and a hint without a meaning
        i.address = {};
    }
}

/// CPS and the hints.
void decode_state_change(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_field(word, 10, 8) == 0) {
        set_hint(i, bit_field(word, 7, 0));
        return;
    }
    i.kind = instruction_class::status_write;
    i.writes_status = true;
}

/// Bits 14 and 12 are 0: B with a condition, and what needs no more than a few fields.
void decode_control(instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t operation = bit_field(word, 26, 20);
    if (bit_field(operation, 5, 3) != 7) {
        const std::uint32_t offset = bit_field(word, 26, 26) << 19 | bit_field(word, 11, 11) << 18 |
                                     bit_field(word, 13, 13) << 17 | bit_field(word, 21, 16) << 11 |
                                     bit_field(word, 10, 0);
        i.condition = static_cast<std::uint8_t>(bit_field(word, 25, 22));
        set_label_branch(i, pc_writer::label, 4 + 2LL * sign_extend(offset, 20));
        return;
    }
    switch (operation) {
    case 0x38:
    case 0x39:
        set_status_write(i, bit_set(word, 20), bit_field(word, 11, 8));
        if (bit_set(word, 5)) { // MSR of the Virtualization Extensions
            i.kind = instruction_class::undefined;
        }
        return;
    case 0x3A: decode_state_change(i); return;
    case 0x3B: {
        const std::uint32_t option = bit_field(word, 7, 4); // CLREX is 2 here
        if (option == 1 || !set_barrier(i, option == 2 ? 1 : option)) {
            i.kind = instruction_class::undefined;
        }
        return;
    }
    case 0x3C: set_branch(i, pc_writer::bxj); return;
    case 0x3D: // SUBS PC, LR, #immediate
        set_branch(i, pc_writer::exception_return);
        i.writes_status = true;
        return;
    case 0x3E:
    case 0x3F:
        if (bit_set(word, 5)) { // MRS of the Virtualization Extensions
            i.kind = instruction_class::undefined;
        }
        return;
    default: i.kind = instruction_class::undefined; return;
    }
}

/// Branches, MSR, CPS, hints, barriers: bits 31:27 are 0x1E, bit 15 is 1.
void decode_branch_or_control(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_link = bit_set(word, 14);
    const bool stays_in_thumb = bit_set(word, 12);
    if (!is_link && !stays_in_thumb) {
        decode_control(i);
        return;
    }
    // J1 and J2 are inverted where they equal the sign, so that offsets of Thumb-1 stay the same.
    const std::uint32_t sign = bit_field(word, 26, 26);
    const std::uint32_t i1 = bit_field(word, 13, 13) ^ sign ^ 1U;
    const std::uint32_t i2 = bit_field(word, 11, 11) ^ sign ^ 1U;
    const std::uint32_t offset =
        sign << 23 | i1 << 22 | i2 << 21 | bit_field(word, 25, 16) << 11 | bit_field(word, 10, 0);
    if (!stays_in_thumb && bit_set(word, 0)) { // BLX goes to a word
        i.kind = instruction_class::undefined;
        return;
    }
    // BLX reckons from the aligned PC.
    const bool is_exchange = is_link && !stays_in_thumb;
    i.links = is_link;
    const std::int64_t from = 4 - (is_exchange ? i.pc & 2U : 0U);
    set_label_branch(i, is_exchange ? pc_writer::label_exchange : pc_writer::label,
                     from + 2LL * sign_extend(offset, 24));
}

/// Bits 31:24 are 0xFB.
void decode_multiply(instruction& i) {
    const std::uint32_t operation = bit_field(i.encoding, 23, 20);
    if (operation == 9 || operation == 11) {
        i.kind = instruction_class::divide;
    } else if (operation != 7) { // USAD8
        i.kind = instruction_class::multiply;
    }
}

} // namespace

bool decode_thumb32(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (bit_field(word, 27, 26) == 3) {
        if (bit_field(word, 25, 24) == 3) {
            return false; // Advanced SIMD
        }
        return decode_coprocessor(i);
    }
    switch (bit_field(word, 28, 25)) {
    case 0x4:
        if (bit_set(word, 22)) {
            return decode_double_or_exclusive(i);
        }
        decode_thumb32_block_transfer(i);
        return true;
    case 0x8:
    case 0x9:
    case 0xA:
    case 0xB:
        if (!bit_set(word, 15)) {
            return false; // the ALU with an immediate
        }
        decode_branch_or_control(i);
        return true;
    case 0xC:
        if (bit_set(word, 24) && !bit_set(word, 20)) {
            decode_element_transfer(i);
            return false;
        }
        decode_single_transfer(i);
        return true;
    case 0xD:
        if (bit_set(word, 24)) {
            decode_multiply(i);
        }
        return false;
    default: return false; // the ALU with registers
    }
}

} // namespace platform::iss
