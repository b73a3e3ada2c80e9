// SPDX-License-Identifier: Apache-2.0
#include <program/wide_value.h>

namespace platform::program {

bool wide_value::multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::uint64_t& word : words) {
        const std::uint64_t low = (word & 0xFFFF'FFFFU) * factor + carry;
        const std::uint64_t high = (word >> 32) * factor + (low >> 32);
        word = high << 32 | (low & 0xFFFF'FFFFU);
        carry = high >> 32;
    }
    return carry == 0;
}

std::string wide_value::to_hex(unsigned width) const {
    std::string digits;
    for (unsigned low_bit = 0; low_bit < bits; low_bit += 4) {
        if (low_bit >= width && low_bit > 0 && fits(low_bit)) {
            break;
        }
        digits.insert(digits.begin(),
                      "0123456789ABCDEF"[words[low_bit / 64] >> low_bit % 64 & 0xFU]);
    }
    return "0x" + digits;
}

} // namespace platform::program
