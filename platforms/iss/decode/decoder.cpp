// SPDX-License-Identifier: Apache-2.0
#include <iss/decode/decoder.h>
#include <iss/decode/encoding.h>

#include <capstone/capstone.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace platform::iss {
namespace {

static_assert(std::is_same_v<csh, std::size_t>, "decoder.h declares handles without Capstone");

constexpr std::uint8_t always = 0xE;

csh open(cs_mode mode) {
    csh handle = 0;
    const cs_err error = cs_open(CS_ARCH_ARM, mode, &handle);
    if (error != CS_ERR_OK) {
        throw std::runtime_error(std::string("Capstone cannot be opened for ARM: ") +
                                 cs_strerror(error));
    }
    cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_NOREGNAME); // r11, not fp
    return handle;
}

struct free_instructions {
    std::size_t count = 0;
    void operator()(cs_insn* first) const { cs_free(first, count); }
};
using instructions = std::unique_ptr<cs_insn, free_instructions>;

/// Up to `count` instructions; the deleter knows how many there are.
instructions disassemble(csh handle, const std::uint8_t* code, std::size_t bytes, std::uint32_t pc,
                         std::size_t count) {
    cs_insn* first = nullptr;
    const std::size_t found = cs_disasm(handle, code, bytes, pc, count, &first);
    if (found == 0 && cs_errno(handle) == CS_ERR_MEM) { // which is no word about the code
        throw std::bad_alloc();
    }
    return {first, free_instructions{found}};
}

std::uint32_t halfword_at(const std::uint8_t* code) {
    return code[0] | static_cast<std::uint32_t>(code[1]) << 8U;
}

/// Whether the halfword is the first of a 32-bit instruction.
constexpr bool is_first_of_two(std::uint32_t halfword) {
    return halfword >> 11U >= 0x1DU;
}

/// Sets bytes and encoding.
/// \return whether all of the instruction is available
bool fetch(instruction& i, const std::uint8_t* code, std::size_t available) {
    if (!i.is_thumb) {
        i.bytes = 4;
        if (available < 4) {
            return false;
        }
        i.encoding = halfword_at(code) | halfword_at(code + 2) << 16U;
        return true;
    }
    i.bytes = 2;
    if (available < 2) {
        return false;
    }
    i.encoding = halfword_at(code);
    if (!is_first_of_two(i.encoding)) {
        return true;
    }
    i.bytes = 4;
    i.encoding <<= 16U;
    if (available < 4) {
        return false;
    }
    i.encoding |= halfword_at(code + 2);
    return true;
}

constexpr std::uint8_t advance(std::uint32_t it_state) {
    const bool is_last = (it_state & 7U) == 0;
    return static_cast<std::uint8_t>(is_last ? 0 : (it_state & 0xE0U) | (it_state << 1U & 0x1FU));
}

constexpr bool is_it(const instruction& i) {
    return i.bytes == 2 && bit_field(i.encoding, 15, 8) == 0xBF && (i.encoding & 0xFU) != 0;
}

/// The condition field of ARM instructions and of ITSTATE: 15 is no condition.
constexpr std::uint8_t condition_of(std::uint32_t field) {
    return field == 15 ? always : static_cast<std::uint8_t>(field);
}

/// Sets the condition and the next ITSTATE.
void set_condition(instruction& i, std::uint8_t it_state) {
    if (!i.is_thumb) {
        i.condition = condition_of(bit_field(i.encoding, 31, 28));
        return;
    }
    if ((it_state & 0xFU) != 0) {
        i.condition = condition_of(bit_field(it_state, 7, 4));
        i.it_after = advance(it_state);
    }
    if (is_it(i)) { // inside an IT block, too, where it is unpredictable
        i.it_after = static_cast<std::uint8_t>(bit_field(i.encoding, 7, 0));
    }
}

/// The code of IT with one instruction under `condition`.
constexpr std::uint32_t it_for(std::uint8_t condition) {
    return 0xBF08U | static_cast<std::uint32_t>(condition) << 4U;
}

std::string data_text(const instruction& i) {
    char text[32];
    std::snprintf(text, sizeof text, ".word 0x%0*" PRIx32, i.bytes * 2, i.encoding);
    return text;
}

} // namespace

decoder::decoder() : m_arm(open(CS_MODE_ARM)) {
    try {
        m_thumb = open(CS_MODE_THUMB);
    } catch (const std::runtime_error&) {
        cs_close(&m_arm);
        throw;
    }
}

decoder::~decoder() {
    cs_close(&m_arm);
    cs_close(&m_thumb);
}

instruction decoder::decode(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                            bool thumb, std::uint8_t it_state) const {
    instruction i;
    i.pc = pc;
    i.is_thumb = thumb;
    i.it_before = it_state;
    if (!fetch(i, code, available)) {
        return i;
    }
    set_condition(i, it_state);
    const instruction undefined = i;
    i.kind = instruction_class::data_processing;
    bool is_certain = false;
    if (!thumb) {
        is_certain = decode_arm(i);
    } else {
        is_certain = i.bytes == 2 ? decode_thumb16(i) : decode_thumb32(i);
    }
    if (!is_certain && !disassemble(thumb ? m_thumb : m_arm, code, i.bytes, pc, 1)) {
        return undefined;
    }
    if (i.kind == instruction_class::undefined) {
        return undefined;
    }
    i.may_unalign_stack = may_unalign_stack(i);
    return i;
}

std::string decoder::text(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                          bool thumb, std::uint8_t it_state) const {
    instruction i;
    i.pc = pc;
    i.is_thumb = thumb;
    if (!fetch(i, code, available)) {
        return ".word ?";
    }
    set_condition(i, it_state);
    // Capstone forgets an IT block at the end of a call, so it sees an IT before each instruction.
    std::array<std::uint8_t, 6> bytes{};
    std::size_t size = 0;
    const bool has_it = thumb && it_state != 0;
    if (has_it) {
        bytes[size++] = static_cast<std::uint8_t>(it_for(i.condition) & 0xFFU);
        bytes[size++] = static_cast<std::uint8_t>(it_for(i.condition) >> 8U);
    }
    std::copy_n(code, i.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(size));
    size += i.bytes;
    const std::uint32_t first_pc = has_it ? pc - 2U : pc;
    const std::size_t count = has_it ? 2 : 1;
    const instructions found =
        disassemble(thumb ? m_thumb : m_arm, bytes.data(), size, first_pc, count);
    if (found.get_deleter().count != count) {
        return data_text(i);
    }
    const cs_insn& shown = found.get()[count - 1];
    const std::string operands = shown.op_str;
    return operands.empty() ? shown.mnemonic : shown.mnemonic + (" " + operands);
}

} // namespace platform::iss
