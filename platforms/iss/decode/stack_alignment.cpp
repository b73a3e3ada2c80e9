// SPDX-License-Identifier: Apache-2.0
// Which instructions may leave SP at no multiple of 4. Programs that push and pop do not, so that
// the alignment of SP has to be looked at only after the others.
#include <iss/decode/encoding.h>

namespace platform::iss {
namespace {

constexpr std::uint32_t sp = 13;

constexpr std::uint32_t rotated_right(std::uint32_t value, unsigned by) {
    return by == 0 ? value : value >> by | value << (32U - by);
}

/// ADD or SUB of a constant that is a multiple of 4 to SP itself.
bool keeps_sp_arm(std::uint32_t word) {
    const std::uint32_t operation = bit_field(word, 24, 21);
    const std::uint32_t constant =
        rotated_right(bit_field(word, 7, 0), 2U * bit_field(word, 11, 8));
    return bit_field(word, 27, 25) == 1 && (operation == 2 || operation == 4) &&
           bit_field(word, 19, 16) == sp && (constant & 3U) == 0;
}

bool may_unalign_arm(const instruction& i) {
    const std::uint32_t word = i.encoding;
    const std::uint32_t target = bit_field(word, 15, 12);
    const bool has_base_sp = bit_field(word, 19, 16) == sp;
    const bool is_load = bit_set(word, 20);
    const bool writes_back = !bit_set(word, 24) || bit_set(word, 21);
    switch (bit_field(word, 27, 25)) {
    case 0:
    case 1:
        if (i.accesses_memory()) { // halfwords, doublewords
            const bool is_register = !bit_set(word, 22);
            const bool odd_step = is_register || (word & 3U) != 0;
            const bool has_step = !i.needs_alignment || i.is_doubleword;
            const bool writes_target = i.reads != 0 || i.is_store_exclusive;
            return (writes_target && target == sp) || (i.reads == 2 && target == sp - 1) ||
                   (has_base_sp && writes_back && odd_step && has_step);
        }
        if (i.kind == instruction_class::multiply) {
            return target == sp || has_base_sp;
        }
        return i.kind == instruction_class::data_processing && target == sp && !keeps_sp_arm(word);
    case 2:
    case 3:
        if (!i.accesses_memory()) { // media instructions, whose results have one of two places
            return target == sp || has_base_sp;
        }
        return (is_load && target == sp) ||
               (has_base_sp && writes_back && (bit_set(word, 25) || (word & 3U) != 0));
    case 4: return is_load && bit_set(word, sp);
    case 6: // MRRC
        return bit_field(word, 27, 20) == 0xC5 && (target == sp || has_base_sp);
    case 7: // MRC
        return is_load && target == sp && bit_set(word, 4) && !bit_set(word, 24);
    default: return false;
    }
}

/// The constant of data processing in Thumb-2, from its twelve bits.
constexpr std::uint32_t thumb_constant(std::uint32_t word) {
    const std::uint32_t bits =
        bit_field(word, 26, 26) << 11U | bit_field(word, 14, 12) << 8U | bit_field(word, 7, 0);
    const std::uint32_t byte = bits & 0xFFU;
    switch (bits >> 8U) {
    case 0:
    case 1:
    case 3: return byte; // as far as the lowest bits go
    case 2: return 0;
    default: return rotated_right(0x80U | (bits & 0x7FU), bits >> 7U);
    }
}

bool keeps_sp_thumb(std::uint32_t word) {
    if (bit_field(word, 19, 16) != sp || bit_field(word, 31, 27) != 0x1E || bit_set(word, 15)) {
        return false;
    }
    if (bit_set(word, 25)) { // ADDW, SUBW
        return (word & 3U) == 0;
    }
    const std::uint32_t operation = bit_field(word, 24, 21);
    return (operation == 8 || operation == 13) && (thumb_constant(word) & 3U) == 0;
}

bool may_unalign_thumb32(const instruction& i) {
    const std::uint32_t word = i.encoding;
    const bool has_base_sp = bit_field(word, 19, 16) == sp;
    if (i.accesses_memory()) {
        const bool is_load = i.reads != 0;
        const bool loads_sp = bit_field(word, 15, 12) == sp ||
                              (i.is_doubleword && bit_field(word, 11, 8) == sp) ||
                              (i.is_load_multiple && bit_set(word, sp));
        return (is_load && loads_sp) || (has_base_sp && !i.needs_alignment && (word & 3U) != 0);
    }
    switch (i.kind) {
    case instruction_class::data_processing:
    case instruction_class::multiply:
    case instruction_class::divide: return bit_field(word, 11, 8) == sp && !keeps_sp_thumb(word);
    case instruction_class::coprocessor_read:
    case instruction_class::coprocessor_other: return bit_field(word, 15, 12) == sp;
    default: return false;
    }
}

} // namespace

bool may_unalign_stack(const instruction& i) {
    if (!i.is_thumb) {
        return bit_field(i.encoding, 31, 28) != 0xF && may_unalign_arm(i);
    }
    if (i.bytes == 4) {
        return may_unalign_thumb32(i);
    }
    // ADD and MOV with high registers.
    const bool is_special = (i.encoding & 0xFD00U) == 0x4400U;
    return is_special && (bit_field(i.encoding, 7, 7) << 3U | bit_field(i.encoding, 2, 0)) == sp;
}

} // namespace platform::iss
