// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/iss_text.h>
#include <iss/decode/effective_address.h>
#include <process/words.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <iterator>

namespace platform::iss {

namespace {

using code_bytes = std::array<std::uint8_t, 4>;

// As in memory: halfwords of Thumb code in order, each little-endian.
code_bytes bytes_of(const instruction& i) {
    const std::uint32_t e =
        i.is_thumb && i.bytes == 4 ? i.encoding >> 16U | i.encoding << 16U : i.encoding;
    return {static_cast<std::uint8_t>(e), static_cast<std::uint8_t>(e >> 8U),
            static_cast<std::uint8_t>(e >> 16U), static_cast<std::uint8_t>(e >> 24U)};
}

/// Where BL and BLX are two instructions.
std::string text_of(const instruction& i, const decoder& disassembler) {
    if (i.is_thumb && i.bytes == 2) {
        switch (i.encoding >> 11U) {
        case 0x1E: return "first half of bl or blx";
        case 0x1F: return "second half of bl";
        case 0x1D: return "second half of blx";
        default: break;
        }
    }
    const code_bytes code = bytes_of(i);
    return disassembler.text(code.data(), i.bytes, i.pc, i.is_thumb, i.it_before);
}

std::string short_hex(std::uint32_t value) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "0x%" PRIx32, value);
    return digits;
}

/// The target of a branch with a label, which ends its text: "0x8004 <main+0x4>".
void name_target(std::string& text, const elf_image& image) {
    const std::size_t at = text.rfind('#');
    if (at == std::string::npos) {
        return;
    }
    const char* const end = text.data() + text.size();
    const bool is_hex = text.compare(at, 3, "#0x") == 0;
    std::uint32_t target = 0;
    const auto read =
        std::from_chars(text.data() + at + (is_hex ? 3 : 1), end, target, is_hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != end) {
        return;
    }
    text.replace(at, std::string::npos, short_hex(target));
    if (const elf_symbol* const function = image.function_at(target)) {
        const std::uint32_t offset = target - function->address;
        text += " <" + function->name + (offset != 0 ? "+" + short_hex(offset) : "") + ">";
    }
}

/// The word that a load relative to PC finds: "  ; =0x8040 <inner>".
void append_literal(std::string& text, const instruction& i, const elf_image& image) {
    const bool is_literal = i.kind == instruction_class::load && i.reads == 1 && i.writes == 0 &&
                            i.item_bytes == 4 && i.address.base == 15 &&
                            i.address.index == no_register;
    if (!is_literal) {
        return;
    }
    const auto [bytes, available] = image.bytes_at(address_of(i, [](std::uint8_t) { return 0U; }));
    if (available < 4) {
        return;
    }
    std::uint32_t value = 0;
    for (unsigned n = 0; n != 4; ++n) {
        value |= std::uint32_t{bytes[n]} << 8U * n;
    }
    text += "  ; =" + short_hex(value);
    const elf_symbol* const function = image.function_at(value & ~1U);
    const std::uint32_t thumb = function != nullptr && function->is_thumb ? 1 : 0; // bit 0
    if (function != nullptr && value - function->address == (value & thumb)) {
        text += " <" + function->name + ">";
    }
}

/// "main+0x10"; nothing where no function is known. Called for each line of a trace.
void append_function(std::string& text, std::uint32_t pc, const elf_image& image) {
    const elf_symbol* const function = image.function_at(pc);
    if (function == nullptr) {
        return;
    }
    char digits[8];
    const auto end =
        std::to_chars(std::begin(digits), std::end(digits), pc - function->address, 16);
    std::transform(digits, end.ptr, digits, [](char c) { return c >= 'a' ? c - 'a' + 'A' : c; });
    text.append(function->name).append("+0x").append(digits, end.ptr);
}

/// " (main+0x10, main.c:12)"; nothing where the line is not known.
void append_source(std::string& text, std::uint32_t pc, const elf_image& image) {
    const auto source = image.lines.at(pc);
    if (!source) {
        return;
    }
    text += " (";
    const std::size_t start = text.size();
    append_function(text, pc, image);
    if (text.size() != start) {
        text += ", ";
    }
    text.append(source->file).append(":").append(std::to_string(source->line)).append(")");
}

} // namespace

std::string place_text(std::uint32_t pc, const elf_image& image) {
    std::string text = process::hex(pc, 8);
    const std::size_t address = text.size();
    append_source(text, pc, image);
    if (text.size() == address && image.function_at(pc) != nullptr) {
        text += " in ";
        append_function(text, pc, image);
    }
    return text;
}

std::string code_text(const instruction& i, const decoder& disassembler, const elf_image& image) {
    std::string text = text_of(i, disassembler);
    if (i.has_label()) {
        name_target(text, image);
    } else {
        append_literal(text, i, image);
    }
    return text;
}

std::string instruction_text(const instruction& i, const decoder& disassembler) {
    char encoding[16];
    std::snprintf(encoding, sizeof encoding, "0x%0*" PRIX32, i.bytes * 2, i.encoding);
    return std::string(encoding) + " (" + text_of(i, disassembler) + ")";
}

std::string trace_line(std::uint64_t ps, std::uint32_t pc, const instruction* i,
                       const activity_counts& counts, const decoder& disassembler,
                       const elf_image& image) {
    char text[160];
    std::snprintf(text, sizeof text, "%12" PRIu64 "  %08" PRIX32 "  ", ps, pc);
    std::string line;
    line.reserve(256);
    line += text;
    if (i == nullptr) {
        line += "-";
    } else {
        constexpr std::size_t usual = 36; // columns of it
        std::snprintf(text, sizeof text, "%0*" PRIX32 "%s  ", i->bytes * 2, i->encoding,
                      i->bytes == 2 ? "    " : "");
        line += text;
        const std::string code = code_text(*i, disassembler, image);
        line.append(code).append(usual - std::min(usual, code.size()), ' ');
    }
    activity::for_each_bit(counts.kinds() & ~kinds_in_no_trace, [&](std::size_t k) {
        const auto kind = static_cast<activity::activity_kind>(k);
        line.append(" ").append(activity::name_of(kind));
        if (counts[kind] != 1) {
            line.append("=").append(std::to_string(counts[kind]));
        }
    });
    if (i != nullptr) {
        append_source(line, i->pc, image);
    }
    return line;
}

} // namespace platform::iss
