// SPDX-License-Identifier: Apache-2.0
#include "instruction_writer.h"

namespace platform::fuzz {

using reach = code_writer::reach;

void instruction_writer::alu_of_thumb() {
    const std::uint32_t rd = scratch();
    const std::uint32_t rm = scratch();
    switch (m_random.below(m_has_thumb2 ? 8U : 5U)) {
    case 0: m_code.put(0x2000U | m_random.below(4) << 11U | rd << 8U | m_random.below(256)); break;
    case 1: m_code.put(0x4000U | m_random.below(16) << 6U | rm << 3U | rd); break;
    case 2: m_code.put(m_random.below(3) << 11U | m_random.below(32) << 6U | rm << 3U | rd); break;
    case 3: m_code.put(0x1800U | m_random.below(4) << 9U | scratch() << 6U | rm << 3U | rd); break;
    case 4: m_code.put(0x4600U | rm << 3U | rd); break; // mov
    case 5: { // and, bic, orr, orn, eor, add, adc, sbc, sub, rsb
        static constexpr std::uint32_t ops[] = {0, 1, 2, 3, 4, 8, 10, 11, 13, 14};
        m_code.wide(0xEA00'0000U | m_random.pick(ops) << 21U | m_random.below(2) << 20U |
                    rm << 16U | m_random.below(8) << 12U | rd << 8U | m_random.below(16) << 4U |
                    scratch());
        break;
    }
    case 6: m_code.wide(0xF240'0000U | m_random.below(16) | rd << 8U | m_random.below(256)); break;
    default:
        m_code.wide(m_random.pick({0xFB90'F0F0U, 0xFBB0'F0F0U, 0xFB00'F000U}) | rm << 16U |
                    rd << 8U | scratch()); // sdiv, udiv, mul
        break;
    }
}

void instruction_writer::alu_of_arm(std::uint32_t cc) {
    const std::uint32_t op = m_random.below(16);
    const std::uint32_t s = op >= 8 && op < 12 ? 1U : m_random.below(2);
    if (m_random.one_in(12)) {
        m_code.word(cc | 0x90U | s << 20U | m_random.pick({0U, 1U, 2U}) << 16U | 7U << 8U | 3U);
        return; // mul
    }
    const bool is_compare = op >= 8 && op < 12;
    const bool is_move = op == 13 || op == 15;
    std::uint32_t word = cc | op << 21U | s << 20U | (is_move ? 0U : scratch() << 16U) |
                         (is_compare ? 0U : scratch() << 12U);
    switch (m_random.below(3)) {
    case 0: word |= 1U << 25U | m_random.below(0x1000); break;
    case 1: word |= m_random.below(32) << 7U | m_random.below(4) << 5U | scratch(); break;
    default: word |= 0x10U | m_random.below(4) << 5U | scratch() << 8U | scratch(); break;
    }
    m_code.word(word);
}

void instruction_writer::access_of_thumb() {
    const std::uint32_t registers = 4U << 3U | scratch();
    switch (m_random.below(m_has_thumb2 ? 6U : 3U)) {
    case 0: m_code.put(0x6000U | m_random.below(64) << 6U | registers); break; // word
    case 1: m_code.put(0x7000U | m_random.below(64) << 6U | registers); break; // byte
    case 2: m_code.put(0x8000U | m_random.below(64) << 6U | registers); break; // halfword
    case 3:
        m_code.wide(0xE940'0000U | m_random.below(2) << 20U | 0x84'0000U | pair_of_thumb() |
                    m_random.below(64));
        break;                                                   // ldrd, strd
    case 4:                                                      // by a register
        m_code.wide(0xF3C0'0007U | scratch() << 16U | 7U << 8U); // ubfx r7, rn, #0, #8
        m_code.wide(0xF840'0007U | m_random.below(2) << 20U | 4U << 16U | m_random.below(4) << 12U |
                    m_random.below(3) << 4U);
        break;
    default:
        m_code.wide(0xF880'0000U | m_random.below(2) << 20U | m_random.below(3) << 21U | 4U << 16U |
                    scratch() << 12U | offset(m_random.below(0x400)));
        break;
    }
}
std::uint32_t instruction_writer::pair_of_thumb() {
    return m_random.below(2) << 12U | (2U + m_random.below(2)) << 8U;
}
std::uint32_t instruction_writer::offset(std::uint32_t any) {
    return m_random.one_in(12) ? any : any & ~3U;
}

void instruction_writer::access_of_arm(std::uint32_t cc) {
    switch (m_random.below(8)) {
    case 0: // halfwords, and signed
        m_code.word(cc | 0x01C4'0090U | m_random.below(2) << 20U | 1U << 5U | scratch() << 12U |
                    m_random.below(16) << 8U | m_random.below(8) << 1U);
        break;
    case 1:
        m_code.word(cc | 0x01D4'00D0U | m_random.below(2) << 5U | scratch() << 12U |
                    m_random.below(16) << 8U | m_random.below(8) << 1U);
        break;
    case 2: // ldrd, strd
        m_code.word(cc | 0x01C4'00D0U | m_random.below(2) << 5U | m_random.below(2) << 13U |
                    m_random.below(16) << 8U | m_random.below(2) << 3U);
        break;
    case 3: // ldm, stm
        m_code.word(cc | 0x0884'0000U | m_random.below(2) << 20U | (1U + m_random.below(15)) |
                    m_random.below(2) << 7U);
        break;
    default:
        m_code.word(cc | 0x0584'0000U | m_random.below(2) << 20U |
                    (m_random.one_in(3) ? 1U << 22U : 0U) | scratch() << 12U |
                    offset(m_random.below(0x400)));
        break;
    }
}

std::uint32_t instruction_writer::simple(bool in_it) {
    const bool accesses = m_random.below(5) < 2;
    if (is_thumb()) {
        if (accesses && in_it && m_random.one_in(2)) { // of a word
            m_code.wide(0xF8C4'0000U | m_random.below(2) << 20U | scratch() << 12U |
                        (m_random.below(0x400) & ~3U));
        } else if (accesses && in_it) {
            m_code.put(m_random.pick({0x6000U, 0x6800U, 0x7000U, 0x7800U, 0x8000U, 0x8800U}) |
                       m_random.below(32) << 6U | 4U << 3U | scratch());
        } else {
            accesses ? access_of_thumb() : alu_of_thumb();
        }
    } else {
        const std::uint32_t cc = m_random.one_in(3) ? condition() << 28U : always;
        accesses ? access_of_arm(cc) : alu_of_arm(cc);
    }
    return 1;
}

std::uint32_t instruction_writer::access() {
    is_thumb() ? access_of_thumb() : access_of_arm(condition() << 28U);
    return 1;
}

std::uint32_t instruction_writer::some(std::uint32_t most) {
    const std::uint32_t count = 1 + m_random.below(most);
    for (std::uint32_t n = 0; n < count; ++n) {
        simple();
    }
    return count;
}

void instruction_writer::branch_to(code_writer::label l, std::uint32_t cc) {
    if (!is_thumb()) {
        m_code.word(cc << 28U | 0x0A00'0000U);
        m_code.refer(l, reach::arm_branch, m_code.size() - 2);
    } else if (cc != 14) {
        m_code.put(0xD000U | cc << 8U);
        m_code.refer(l, reach::thumb_if, m_code.size() - 1);
    } else {
        m_code.put(0xE000U);
        m_code.refer(l, reach::thumb_branch, m_code.size() - 1);
    }
}

void instruction_writer::compare() {
    if (is_thumb()) {
        m_random.one_in(2) ? m_code.put(0x2800U | scratch() << 8U | m_random.below(256))
                           : m_code.put(0x4280U | scratch() << 3U | scratch());
    } else {
        m_code.word(0xE150'0000U | scratch() << 16U | scratch());
    }
}

} // namespace platform::fuzz
