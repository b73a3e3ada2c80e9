// SPDX-License-Identifier: Apache-2.0
#include <iss/decode/effective_address.h>

namespace platform::iss {

std::uint32_t shifted_index(const addressing& address, std::uint32_t value, bool carry) {
    using shift_kind = addressing::shift_kind;
    const unsigned amount = address.shift_amount;
    const bool is_negative = (value & 0x8000'0000U) != 0;
    switch (address.shift) {
    case shift_kind::lsl: return amount < 32 ? value << amount : 0;
    case shift_kind::lsr: return amount < 32 ? value >> amount : 0;
    case shift_kind::asr:
        if (amount >= 32) {
            return is_negative ? 0xFFFF'FFFFU : 0;
        }
        return is_negative ? ~(~value >> amount) : value >> amount;
    case shift_kind::ror: {
        const unsigned turn = amount % 32U;
        return turn == 0 ? value : value >> turn | value << (32U - turn);
    }
    case shift_kind::rrx: return value >> 1U | (carry ? 0x8000'0000U : 0U);
    }
    return value;
}

bool accesses_as_user(const instruction& i) {
    if (i.is_thumb) {
        return i.bytes == 4 && (i.encoding & 0xFE80'0F00U) == 0xF800'0E00U;
    }
    constexpr std::uint32_t pre_indexed = 1U << 24;
    constexpr std::uint32_t writes_back = 1U << 21;
    const bool is_post_indexed_t = (i.encoding & (pre_indexed | writes_back)) == writes_back;
    const bool is_word_or_byte = (i.encoding & 0x0C00'0000U) == 0x0400'0000U;
    const bool is_halfword = (i.encoding & 0x0E00'0090U) == 0x0000'0090U;
    return is_post_indexed_t && (is_word_or_byte || is_halfword);
}

} // namespace platform::iss
