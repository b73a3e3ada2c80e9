// SPDX-License-Identifier: Apache-2.0
// Access programs: read for each part, and played where they are programs, on a target that stores
// words.
#include <part/all_parts.h>
#include <platforms/program/fake_target.h>
#include <program/parser.h>
#include <program/player.h>
#include <trust/fuzz_input.h>

#include <sstream>

using namespace platform::program;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::uint64_t most_statements = 2000;
    const std::string text = trust::text_of(data, size);
    for (const platform::part::part_entry* p : platform::part::all_parts()) {
        const parse_result result = parse(text, "t.pmu", p->unit);
        trust::require(result.diagnostics.size() <= max_diagnostics, "too many diagnostics");
        for (const diagnostic& d : result.diagnostics) {
            trust::require(d.line != 0 && d.column != 0 && !d.message.empty(),
                           "a diagnostic has no place, or says nothing");
        }
        if (result.ok()) {
            fake_target target;
            std::ostringstream output;
            std::ostringstream failures;
            const play_result played =
                play(result.accepted, p->unit, target, output, failures, most_statements);
            trust::require(played.statements <= most_statements && played.failed <= played.checks,
                           "a program was played beyond its end");
        }
    }
    return 0;
}
