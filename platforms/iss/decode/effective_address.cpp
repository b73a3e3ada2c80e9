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

} // namespace platform::iss
