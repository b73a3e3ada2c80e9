// SPDX-License-Identifier: Apache-2.0
// What a confined process tells of lines and inlined calls, which may be damaged as well as the
// file that it has read; and build attributes.
#include <iss/host/arm_attributes.h>
#include <iss/host/inlined_calls.h>
#include <iss/host/source_lines.h>
#include <trust/fuzz_input.h>

using namespace platform::iss;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = trust::text_of(data, size);
    const source_lines lines = source_lines::from_bytes(bytes);
    trust::require(lines.empty() || lines.to_bytes() == bytes, "lines read as others");
    const inlined_calls calls = inlined_calls::from_bytes(bytes);
    trust::require(calls.empty() || calls.to_bytes() == bytes, "inlined calls read as others");
    for (std::uint32_t pc = 0; pc < 0x20; ++pc) {
        if (const auto place = lines.at(0x8000 + pc)) {
            lines.find(place->file, place->line);
        }
        for (const std::uint32_t call : calls.chain(calls.at(0x8000 + pc))) {
            calls.name(calls.function(call));
        }
    }
    if (const auto attributes = read_arm_attributes(byte_view(data, size))) {
        architecture_name(*attributes);
        executes({"cpu", 10, 'R'}, *attributes);
        is_for_microcontroller(*attributes);
    }
    return 0;
}
