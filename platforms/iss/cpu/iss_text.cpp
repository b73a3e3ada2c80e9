// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/iss_text.h>

#include <array>
#include <cinttypes>
#include <cstdio>

namespace platform {

namespace {

using code_bytes = std::array<std::uint8_t, 4>;

// As in memory: halfwords of Thumb code in order, each little-endian.
code_bytes bytes_of(const instruction& i) {
    const std::uint32_t e =
        i.is_thumb && i.bytes == 4 ? i.encoding >> 16U | i.encoding << 16U : i.encoding;
    return {static_cast<std::uint8_t>(e), static_cast<std::uint8_t>(e >> 8U),
            static_cast<std::uint8_t>(e >> 16U), static_cast<std::uint8_t>(e >> 24U)};
}

} // namespace

std::string hex_text(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08" PRIX32, value);
    return text;
}

std::string count_text(std::uint64_t n, const std::string& what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string place_text(std::uint32_t pc, const elf_image& image) {
    const elf_symbol* function = image.function_at(pc);
    if (function == nullptr) {
        return hex_text(pc);
    }
    char offset[16];
    std::snprintf(offset, sizeof offset, "+0x%" PRIX32, pc - function->address);
    return hex_text(pc) + " in " + function->name + offset;
}

std::string instruction_text(std::uint32_t pc, bool is_thumb, const decoder& disassembler,
                             guest_memory& memory) {
    code_bytes code{};
    std::size_t available = code.size();
    if (!memory.read(pc, code.data(), available)) {
        available = 2; // at the end of the memory
        if (!memory.read(pc, code.data(), available)) {
            return "nothing";
        }
    }
    const instruction i = disassembler.decode(code.data(), available, pc, is_thumb, 0);
    char encoding[16];
    std::snprintf(encoding, sizeof encoding, "0x%0*" PRIX32, i.bytes * 2, i.encoding);
    return std::string(encoding) + " (" + disassembler.text(code.data(), available, pc, is_thumb) +
           ")";
}

std::string trace_line(std::uint64_t ps, const instruction* i, const activity_counts& counts,
                       const decoder& disassembler) {
    char text[160];
    if (i == nullptr) {
        std::snprintf(text, sizeof text, "%12" PRIu64 "  -", ps);
    } else {
        const code_bytes code = bytes_of(*i);
        std::snprintf(text, sizeof text, "%12" PRIu64 "  %08" PRIX32 "  %0*" PRIX32 "%s  %-36s", ps,
                      i->pc, i->bytes * 2, i->encoding, i->bytes == 2 ? "    " : "",
                      disassembler.text(code.data(), i->bytes, i->pc, i->is_thumb).c_str());
    }
    std::string line = text;
    for_each_bit(counts.kinds(), [&](std::size_t k) {
        const auto kind = static_cast<activity_kind>(k);
        line += std::string(" ") + name_of(kind);
        if (counts[kind] != 1) {
            line += "=" + std::to_string(counts[kind]);
        }
    });
    return line;
}

} // namespace platform
