// SPDX-License-Identifier: Apache-2.0
#include <iss/decode/encoding.h>

#include <bitset>

namespace platform::iss {
namespace {

/// Whether the coprocessor is the floating-point unit, whose instructions have names of their own.
constexpr bool is_floating_point(std::uint32_t word) {
    return bit_field(word, 11, 9) == 5;
}

/// The second instruction of a pair (MCR and MCR2), which floating point does not have.
bool is_second_space(const instruction& i) {
    return bit_field(i.encoding, 31, 28) == 0xF;
}

/// XScale: MIA, MIAPH and MIAxy with accumulator 0, which look like an MCR to coprocessor 0.
constexpr bool is_accumulate(std::uint32_t word) {
    const std::uint32_t operation = bit_field(word, 19, 16);
    return (word & 0x0FF0'0FF0U) == 0x0E20'0010U &&
           (operation == 0 || operation == 8 || operation >= 12);
}

/// Whether a floating-point operation (bits 27:24 are 0xE, bit 4 is 0) computes or converts with
/// F64 on a side: not VMOV.
constexpr bool is_double_arithmetic(std::uint32_t word) {
    if (!bit_set(word, 8)) {
        // A conversion from F32 to F64 names the size of its source.
        return (word & 0x0FBF'0FD0U) == 0x0EB7'0AC0U;
    }
    const bool is_other = bit_set(word, 23) && bit_field(word, 21, 20) == 3;
    const bool is_move = is_other && (!bit_set(word, 6) || // VMOV with an immediate
                                      (bit_field(word, 19, 16) == 0 && !bit_set(word, 7)));
    return !is_move;
}

/// VLDR and VSTR.
void decode_register_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_double = bit_set(word, 8);
    set_transfer(i, bit_set(word, 20), is_double ? 2 : 1, 4);
    i.needs_alignment = true;
    const auto offset = static_cast<std::int32_t>(4U * bit_field(word, 7, 0));
    i.address.base = register_field(word, 16);
    i.address.displacement = bit_set(word, 23) ? offset : -offset;
}

/// VLDM, VSTM, VPUSH, VPOP; FLDMX and FSTMX, which have an odd number of words and leave out the
/// last one.
void decode_register_list_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_double = bit_set(word, 8);
    const std::uint32_t words = bit_field(word, 7, 0);
    const std::uint32_t count = is_double ? words / 2U : words;
    const std::uint32_t first = is_double ? bit_field(word, 22, 22) << 4 | bit_field(word, 15, 12)
                                          : bit_field(word, 15, 12) << 1 | bit_field(word, 22, 22);
    if (count == 0 || first + count > 32 || (is_double && count > 16)) {
        i.kind = instruction_class::undefined;
        return;
    }
    set_transfer(i, bit_set(word, 20), is_double ? 2U * count : count, 4);
    i.needs_alignment = true;
    i.address.base = register_field(word, 16);
    if (!bit_set(word, 23)) {
        i.address.displacement = -static_cast<std::int32_t>(4U * words);
    }
}

} // namespace

void set_transfer(instruction& i, bool is_load, unsigned items, unsigned item_bytes) {
    i.kind = is_load ? instruction_class::load : instruction_class::store;
    (is_load ? i.reads : i.writes) = static_cast<std::uint8_t>(items);
    i.item_bytes = static_cast<std::uint8_t>(item_bytes);
}

void set_block_transfer(instruction& i, bool is_load, std::uint8_t base, std::uint32_t list,
                        bool increments, bool before) {
    const auto registers = static_cast<unsigned>(std::bitset<16>(list).count());
    set_transfer(i, is_load, registers, 4);
    i.needs_alignment = true;
    i.is_load_multiple = is_load;
    if (is_load && bit_set(list, 15)) {
        i.pc_by = pc_writer::multiple;
    }
    i.address.base = base;
    const auto bytes = static_cast<std::int32_t>(4U * registers);
    if (increments) {
        i.address.displacement = before ? 4 : 0;
    } else {
        i.address.displacement = before ? -bytes : 4 - bytes;
    }
}

void set_return_state_transfer(instruction& i, bool is_load, bool increments, bool before) {
    constexpr std::uint32_t two_words = 3;
    const std::uint8_t base = is_load ? register_field(i.encoding, 16) : std::uint8_t{13};
    set_block_transfer(i, is_load, base, two_words, increments, before);
    i.is_load_multiple = false;
    i.pc_by = is_load ? pc_writer::exception_return : pc_writer::none;
    i.writes_status = is_load;
}

void set_load_of_pc(instruction& i, bool is_pop) {
    constexpr std::uint8_t stack_pointer = 13;
    i.pc_by = is_pop                            ? pc_writer::load_pop
              : i.address.base == stack_pointer ? pc_writer::load_from_stack
                                                : pc_writer::load;
}

void set_label_branch(instruction& i, pc_writer form, std::int64_t displacement) {
    set_branch(i, form);
    i.is_backward = displacement <= 0;
    i.goes_to_next = displacement == i.bytes;
    i.is_endless = displacement == 0 && form == pc_writer::label && !i.is_conditional();
}

void set_branch(instruction& i, pc_writer form) {
    i.kind = instruction_class::branch;
    i.pc_by = form;
}

bool set_barrier(instruction& i, std::uint32_t option) {
    constexpr barrier_kind kinds[] = {barrier_kind::dsb, barrier_kind::dmb, barrier_kind::isb};
    if (option != 1 && (option < 4 || option > 6)) {
        return false;
    }
    i.kind = instruction_class::barrier;
    i.barrier = option == 1 ? barrier_kind::clrex : kinds[option - 4];
    return true;
}

void set_status_write(instruction& i, bool is_spsr, std::uint32_t mask) {
    i.kind = instruction_class::status_write;
    // The field c has the mode, I and F; the field x has A.
    i.writes_status = !is_spsr && (mask & 3U) != 0;
}

void set_hint(instruction& i, std::uint32_t number) {
    if (number == 1 || number == 2) { // YIELD, WFE
        i.kind = instruction_class::wait_for_event;
    } else if (number == 3) {
        i.kind = instruction_class::wait_for_interrupt;
    } else {
        i.kind = instruction_class::data_processing;
    }
}

void set_index_shift(addressing& a, std::uint32_t type, std::uint32_t amount) {
    using shift_kind = addressing::shift_kind;
    constexpr shift_kind kinds[] = {shift_kind::lsl, shift_kind::lsr, shift_kind::asr,
                                    shift_kind::ror};
    a.shift = kinds[type & 3U];
    a.shift_amount = static_cast<std::uint8_t>(amount);
    if (amount == 0 && a.shift == shift_kind::ror) {
        a.shift = shift_kind::rrx;
        a.shift_amount = 1;
    } else if (amount == 0 && a.shift != shift_kind::lsl) {
        a.shift_amount = 32;
    }
}

bool decode_coprocessor(instruction& i) {
    const std::uint32_t word = i.encoding;
    if (is_floating_point(word)) {
        if (is_second_space(i)) {
            i.kind = instruction_class::undefined;
            return true;
        }
        if (bit_field(word, 27, 25) == 6 && bit_field(word, 24, 21) != 2) {
            if (bit_set(word, 24) && !bit_set(word, 21)) {
                decode_register_transfer(i);
            } else {
                decode_register_list_transfer(i);
            }
        }
        i.is_double_arithmetic =
            bit_field(word, 27, 24) == 0xE && !bit_set(word, 4) && is_double_arithmetic(word);
        return false;
    }
    i.kind = instruction_class::coprocessor_other;
    if (bit_field(word, 27, 21) == 0x60) { // neither P nor U nor W, and no MCRR
        i.kind = instruction_class::undefined;
    }
    if (bit_field(word, 27, 20) == 0xC4) {
        i.kind = instruction_class::coprocessor_pair_write;
        i.transfer = register_field(word, 12);
        i.transfer_high = register_field(word, 16);
        i.coprocessor.coproc = bit_field(word, 11, 8);
        i.coprocessor.opc1 = bit_field(word, 7, 4);
        i.coprocessor.crm = bit_field(word, 3, 0);
    }
    if (bit_field(word, 27, 24) != 0xE || !bit_set(word, 4)) {
        return true;
    }
    if (!is_second_space(i) && !i.is_thumb && is_accumulate(word)) {
        i.kind = instruction_class::multiply;
        return true;
    }
    i.kind = bit_set(word, 20) ? instruction_class::coprocessor_read
                               : instruction_class::coprocessor_write;
    i.transfer = register_field(word, 12);
    i.coprocessor.coproc = bit_field(word, 11, 8);
    i.coprocessor.opc1 = bit_field(word, 23, 21);
    i.coprocessor.crn = bit_field(word, 19, 16);
    i.coprocessor.crm = bit_field(word, 3, 0);
    i.coprocessor.opc2 = bit_field(word, 7, 5);
    return true;
}

void decode_element_transfer(instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool is_load = bit_set(word, 21);
    i.address.base = register_field(word, 16);
    if (!bit_set(word, 23)) { // whole registers, by the field `type`; 0 is not defined
        constexpr std::uint8_t registers[16] = {4, 4, 4, 4, 3, 3, 3, 1, 2, 2, 2, 0, 0, 0, 0, 0};
        set_transfer(i, is_load, 2U * registers[bit_field(word, 11, 8)], 4);
        return;
    }
    std::uint32_t size = bit_field(word, 11, 10);
    if (size == 3) { // one element to all lanes
        size = bit_field(word, 7, 6) < 2 ? bit_field(word, 7, 6) : 2;
    }
    set_transfer(i, is_load, bit_field(word, 9, 8) + 1U, 1U << size);
}

} // namespace platform::iss
