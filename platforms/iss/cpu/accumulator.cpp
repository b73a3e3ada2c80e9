// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/accumulator.h>

#include <iss/decode/encoding.h>
#include <iss/decode/psr.h>

namespace platform::iss {

namespace {

constexpr std::uint32_t multiply_mask = 0x0FF0'0FF0;
constexpr std::uint32_t multiply_code = 0x0E20'0010;
constexpr std::uint32_t transfer_mask = 0x0FE0'0FFF;
constexpr std::uint32_t transfer_code = 0x0C40'0000;

/// The operations, bits 19 to 16 of a multiplication.
constexpr std::uint32_t mia = 0;
constexpr std::uint32_t miaph = 8;
constexpr std::uint32_t first_miaxy = 12;

bool is_multiplication(const instruction& i) {
    const std::uint32_t operation = bit_field(i.encoding, 19, 16);
    return (i.encoding & multiply_mask) == multiply_code &&
           (operation == mia || operation == miaph || operation >= first_miaxy);
}

bool is_access_to_enables(const instruction& i) {
    constexpr pmu::coprocessor_register enables{15, 0, 15, 1, 0};
    return (i.kind == instruction_class::coprocessor_read ||
            i.kind == instruction_class::coprocessor_write) &&
           i.coprocessor == enables;
}

/// Bits 39 to 0 as a signed number.
std::int64_t sign_extended(std::uint64_t value) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 39U;
    return static_cast<std::int64_t>(((value & (2 * sign - 1)) ^ sign) - sign);
}

std::int64_t half(std::uint32_t word, bool is_top) {
    return sign_extend(is_top ? word >> 16U : word, 16);
}

std::uint32_t value_of(unsigned n, const instruction& i, const unicorn_engine& registers) {
    return n == 15 ? i.pc + 8 : registers.reg(n);
}

} // namespace

bool accumulator::is_access(const instruction& i) {
    const bool is_unconditional = i.encoding >> 28U == 0xF;
    return is_access_to_enables(i) ||
           (!i.is_thumb && !is_unconditional &&
            (is_multiplication(i) || (i.encoding & transfer_mask) == transfer_code));
}

bool accumulator::execute(const instruction& i, unicorn_engine& registers) {
    if (is_access_to_enables(i)) {
        return access_enables(i, registers);
    }
    if ((m_enabled & 1U) == 0) {
        return false;
    }
    if (is_multiplication(i)) {
        multiply(i, registers);
    } else {
        transfer(i, registers);
    }
    return true;
}

bool accumulator::access_enables(const instruction& i, unicorn_engine& registers) {
    constexpr std::uint32_t all = 0x3FFF;
    const std::uint32_t cpsr = registers.cpsr();
    if ((cpsr & psr::mode) == psr::user_mode) {
        return false;
    }
    if (i.kind == instruction_class::coprocessor_write) {
        m_enabled = value_of(i.transfer, i, registers) & all;
    } else if (i.transfer != 15) {
        registers.set_reg(i.transfer, m_enabled);
    } else {
        registers.set_cpsr((cpsr & ~psr::flags) | (m_enabled & psr::flags));
    }
    return true;
}

void accumulator::multiply(const instruction& i, const unicorn_engine& registers) {
    const std::uint32_t m = value_of(register_field(i.encoding, 0), i, registers);
    const std::uint32_t s = value_of(register_field(i.encoding, 12), i, registers);
    std::int64_t product = 0;
    switch (bit_field(i.encoding, 19, 16)) {
    case mia:
        product = std::int64_t{static_cast<std::int32_t>(m)} * static_cast<std::int32_t>(s);
        break;
    case miaph: product = half(m, true) * half(s, true) + half(m, false) * half(s, false); break;
    default: product = half(m, bit_set(i.encoding, 17)) * half(s, bit_set(i.encoding, 16)); break;
    }
    m_value =
        sign_extended(static_cast<std::uint64_t>(m_value) + static_cast<std::uint64_t>(product));
}

/// MAR or MRA. R15 is unpredictable there: MRA changes nothing.
void accumulator::transfer(const instruction& i, unicorn_engine& registers) {
    const unsigned low = register_field(i.encoding, 12);
    const unsigned high = register_field(i.encoding, 16);
    if (!bit_set(i.encoding, 20)) {
        m_value = sign_extended(std::uint64_t{value_of(high, i, registers)} << 32U |
                                value_of(low, i, registers));
    } else if (low != 15 && high != 15) {
        registers.set_reg(low, static_cast<std::uint32_t>(m_value));
        registers.set_reg(high, static_cast<std::uint32_t>(m_value >> 32));
    }
}

} // namespace platform::iss
