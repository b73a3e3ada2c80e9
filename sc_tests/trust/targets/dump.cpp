// SPDX-License-Identifier: Apache-2.0
// Value change dumps that are replayed, on every part.
#include <part/all_parts.h>
#include <process/input_file.h>
#include <program/vcd_stimulus.h>
#include <trust/fuzz_input.h>

#include <exception>

using namespace platform;

namespace {

void read(const std::string& path, const part::part_entry& p,
          const std::vector<program::signal_mapping>& mappings) {
    const pmu::event_table& events = *p.events.front().events;
    const auto find = [&](const std::string& name, program::event_reference& found) {
        for (const pmu::event_desc& e : events) {
            if (name == e.name) {
                found = p.unit.reference_to(e);
                return true;
            }
        }
        return false;
    };
    try {
        const program::vcd_stimulus s =
            program::read_vcd(path, p.unit, mappings, mappings.empty(), find, 10'000);
        std::uint64_t last = 0;
        program::line_set levels;
        for (const program::line_change& c : s.changes) {
            trust::require(c.edge >= last && c.line < levels.size() && levels[c.line] != c.level,
                           "changes of a dump are out of order, or none");
            levels[c.line] = c.level;
            last = c.edge;
        }
    } catch (const program::vcd_error& e) {
        trust::require(std::string(e.what()).find('\n') == std::string::npos,
                       "a refusal is one line");
    } catch (const process::input_error&) { // damaged gzip
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = trust::text_of(data, size);
    for (const part::part_entry* p : part::all_parts()) {
        read(trust::input_as_file(text).path(), *p, {});
    }
    const program::event_reference event{"", 7, 1, false};
    const part::part_entry& first = *part::all_parts().front();
    read(trust::input_as_file(text).path(), first, {{"t.bus[1]", event}, {"a", event}});
    return 0;
}
