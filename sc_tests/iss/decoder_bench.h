// SPDX-License-Identifier: Apache-2.0
// Decodes encodings, and describes instructions in words that a test can compare.
#pragma once

#include <iss/decode/decoder.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>

namespace iss_test {

using platform::iss::instruction;
using platform::iss::instruction_class;

constexpr std::uint32_t usual_pc = 0x8000;

/// The bytes of an instruction. A 32-bit Thumb instruction has its first halfword on top.
struct code {
    std::array<std::uint8_t, 4> bytes{};
    std::size_t size = 4;
    bool is_thumb = false;
};

/// MCR p15, 0, r0, `crn`, `crm`, `opc2`.
constexpr std::uint32_t mcr_p15(std::uint32_t crn, std::uint32_t crm, std::uint32_t opc2) {
    return 0xEE000F10U | crn << 16U | crm | opc2 << 5U;
}

inline code arm_code(std::uint32_t word) {
    code c;
    for (unsigned n = 0; n < 4; ++n) {
        c.bytes[n] = static_cast<std::uint8_t>(word >> (8U * n));
    }
    return c;
}

inline code thumb_code(std::uint32_t encoding) {
    const bool is_wide = encoding > 0xFFFFU;
    code c = arm_code(is_wide ? encoding >> 16U | encoding << 16U : encoding);
    c.size = is_wide ? 4 : 2;
    c.is_thumb = true;
    return c;
}

inline const platform::iss::decoder& shared_decoder() {
    static const platform::iss::decoder d;
    return d;
}

inline instruction decode(const code& c, std::uint32_t pc = usual_pc, std::uint8_t it_state = 0) {
    return shared_decoder().decode(c.bytes.data(), c.size, pc, c.is_thumb, it_state);
}

inline std::string text(const code& c, std::uint8_t it_state = 0) {
    return shared_decoder().text(c.bytes.data(), c.size, usual_pc, c.is_thumb, it_state);
}

inline const char* name_of(instruction_class kind) {
    constexpr const char* names[] = {"data_processing",
                                     "multiply",
                                     "divide",
                                     "load",
                                     "store",
                                     "preload",
                                     "branch",
                                     "status_write",
                                     "supervisor_call",
                                     "breakpoint",
                                     "coprocessor_read",
                                     "coprocessor_write",
                                     "coprocessor_pair_write",
                                     "coprocessor_other",
                                     "barrier",
                                     "wait_for_interrupt",
                                     "wait_for_event",
                                     "undefined"};
    return names[static_cast<std::size_t>(kind)];
}

inline const char* name_of(platform::iss::pc_writer form) {
    constexpr const char* names[platform::iss::pc_writers] = {"none",
                                                              "label",
                                                              "label_exchange",
                                                              "compare",
                                                              "bx_lr",
                                                              "bx",
                                                              "blx",
                                                              "bxj",
                                                              "move_lr",
                                                              "data_processing",
                                                              "load_pop",
                                                              "load_from_stack",
                                                              "load",
                                                              "multiple_pop",
                                                              "multiple",
                                                              "table",
                                                              "exception_return"};
    return names[static_cast<std::size_t>(form)];
}

inline const char* name_of(platform::iss::barrier_kind kind) {
    constexpr const char* names[] = {"none", "dsb", "dmb", "isb", "clrex"};
    return names[static_cast<std::size_t>(kind)];
}

inline const char* name_of_condition(std::uint8_t condition) {
    constexpr const char* names[] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs",
                                     "vc", "hi", "ls", "ge", "lt", "gt", "le"};
    return names[condition];
}

inline std::string describe(const platform::iss::addressing& a) {
    constexpr const char* shifts[] = {"lsl", "lsr", "asr", "ror", "rrx"};
    std::string s = a.base == platform::iss::no_register ? "[-" : "[r" + std::to_string(a.base);
    if (a.index != platform::iss::no_register) {
        s += (a.subtracts_index ? "-r" : "+r") + std::to_string(a.index);
    }
    if (a.shift_amount != 0) {
        s += std::string(" ") + shifts[static_cast<std::size_t>(a.shift)];
        s += " " + std::to_string(a.shift_amount);
    }
    if (a.displacement != 0) {
        s += (a.displacement > 0 ? "+" : "") + std::to_string(a.displacement);
    }
    return s + "]";
}

/// All that the decoder found out but for the stack, as "load eq read 1x4 [r1+4] by_load": class,
/// condition, items and their bytes, address, properties, coprocessor register, immediate.
inline std::string describe(const instruction& i) {
    std::string s = name_of(i.kind);
    if (i.is_conditional()) {
        s += std::string(" ") + name_of_condition(i.condition);
    }
    const std::string size = "x" + std::to_string(i.item_bytes);
    if (i.reads != 0) {
        s += " read " + std::to_string(i.reads) + size;
    }
    if (i.writes != 0) {
        s += " write " + std::to_string(i.writes) + size;
    }
    if (i.accesses_memory() || i.address.base != platform::iss::no_register) {
        s += " " + describe(i.address);
    }
    const auto add = [&](bool has, const char* property) {
        if (has) {
            s += std::string(" ") + property;
        }
    };
    add(i.needs_alignment, "aligned");
    add(i.is_doubleword, "doubleword");
    add(i.is_load_multiple, "multiple");
    if (i.is_store_exclusive) {
        s += " exclusive r" + std::to_string(i.result);
    }
    add(i.is_double_arithmetic, "double");
    if (i.barrier != platform::iss::barrier_kind::none) {
        s += std::string(" ") + name_of(i.barrier);
    }
    if (i.writes_pc()) {
        s += std::string(" by_") + name_of(i.pc_by);
    }
    add(i.writes_status, "writes_status");
    add(i.is_backward, "is_backward");
    add(i.goes_to_next, "goes_to_next");
    add(i.is_endless, "is_endless");
    std::array<char, 48> buffer{};
    if (i.transfer != platform::iss::no_register) {
        const pmu::coprocessor_register& r = i.coprocessor;
        std::snprintf(buffer.data(), buffer.size(), " p%u,%u,c%u,c%u,%u r%u", r.coproc, r.opc1,
                      r.crn, r.crm, r.opc2, static_cast<unsigned>(i.transfer));
        s += buffer.data();
    }
    if (i.transfer_high != platform::iss::no_register) {
        s += " r" + std::to_string(i.transfer_high);
    }
    if (i.immediate != 0) {
        std::snprintf(buffer.data(), buffer.size(), " #0x%x", static_cast<unsigned>(i.immediate));
        s += buffer.data();
    }
    return s;
}

/// An instruction as the GNU assembler encodes it, and its description.
struct sample {
    std::uint32_t encoding;
    const char* assembly;
    const char* description;
};

template <std::size_t N>
void expect_each(const sample (&samples)[N], code (*to_code)(std::uint32_t)) {
    for (const sample& s : samples) {
        const code c = to_code(s.encoding);
        const instruction i = decode(c);
        EXPECT_EQ(describe(i), s.description) << s.assembly;
        EXPECT_EQ(i.pc, usual_pc) << s.assembly;
        EXPECT_EQ(i.bytes, c.size) << s.assembly;
        EXPECT_EQ(i.end(), usual_pc + c.size) << s.assembly;
        EXPECT_EQ(i.encoding, s.encoding) << s.assembly;
        EXPECT_EQ(i.is_thumb, c.is_thumb) << s.assembly;
        EXPECT_EQ(i.it_after, 0) << s.assembly;
        EXPECT_EQ(text(c).find(".word"), std::string::npos) << s.assembly;
    }
}

} // namespace iss_test
