// SPDX-License-Identifier: Apache-2.0
// ELF files of firmware, with symbols, attributes, lines and inlined calls.
#include <iss/host/elf_image.h>
#include <trust/fuzz_input.h>

#include <algorithm>

using namespace platform::iss;

namespace {

void look_at(const elf_image& image, std::size_t size) {
    std::uint64_t end = 0;
    std::size_t contents = 0;
    for (const elf_segment& s : image.segments) {
        trust::require(s.address >= end && s.bytes.size() <= s.memory_size,
                       "segments overlap, or have more bytes than memory");
        contents += s.bytes.size();
        end = s.end();
        image.bytes_at(s.address);
    }
    trust::require(contents <= size && end <= image.end && image.end <= std::uint64_t{1} << 32U,
                   "an image is larger than its file, or than memory");
    for (const elf_symbol& s : image.symbols) {
        trust::require(std::uint64_t{s.address} + s.size <= std::uint64_t{1} << 32U,
                       "a symbol is beyond all memory");
        for (const std::uint32_t pc : {s.address, s.address - 1}) {
            const elf_symbol* const function = image.function_at(pc);
            if (function != nullptr) {
                image.kind_in(*function, pc);
            }
            const auto line = image.lines.at(pc);
            trust::require(!line || line->line != 0, "a line has no number");
            image.inlined.names_at(pc);
        }
    }
    try {
        require_executable(image, {"cpu", 10, 'R'});
    } catch (const elf_error&) { // a refusal
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        look_at(parse_elf("t.elf", byte_view(data, size)), size);
    } catch (const elf_error& e) {
        const std::string message = e.what();
        trust::require(message.rfind("t.elf: ", 0) == 0 && message.find('\n') == std::string::npos,
                       "a refusal is one line that names the file");
    }
    return 0;
}
