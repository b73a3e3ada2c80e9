// SPDX-License-Identifier: Apache-2.0
#include "program_session.h"

#include <pmu_run/command_line/event_words.h>
#include <pmu_run/command_line/numbers.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <pmu/core/same_word.h>
#include <program/lexer.h>

#include <algorithm>
#include <iomanip>

namespace platform::pmu_run {

namespace {

bool find_by_name(const part::part_entry& part, const pmu::event_table& events,
                  const std::string& name, program::event_reference& found) {
    for (const pmu::event_desc& e : events) {
        if (pmu::is_same_word(e.name, name)) {
            found = part.unit.reference_to(e);
            return true;
        }
    }
    return false;
}

/// NUMBER, NAME or SOURCE:NUMBER, and `:secure` after it.
program::event_reference event_of(std::string text, const part::part_entry& part,
                                  const pmu::event_table& events, const std::string& option) {
    constexpr const char* secure = ":secure";
    const std::string whole = text;
    program::event_reference event;
    const std::size_t colon = text.rfind(':');
    const bool is_secure =
        colon != std::string::npos && pmu::is_same_word(text.substr(colon), secure);
    text.erase(is_secure ? colon : text.size());
    const std::size_t source = text.find(':');
    const auto number =
        read_whole_number(source == std::string::npos ? text : text.substr(source + 1));
    if (number) {
        event.source = source == std::string::npos ? "" : text.substr(0, source);
        std::transform(event.source.begin(), event.source.end(), event.source.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
        event.number = *number;
    } else if (!find_by_name(part, events, text, event)) {
        throw usage_error(option, ": expected an event of the ", part.unit.title(),
                          " (pmu_run events ", part.unit.name(), "), got '", whole, "'");
    }
    event.secure = is_secure;
    program::event_lines lines;
    std::string error;
    if (!part.unit.resolve(event, false, lines, error)) {
        throw usage_error(option, ": ", error);
    }
    return event;
}

std::string nanoseconds(std::uint64_t ps) {
    return text_of(std::setprecision(15), static_cast<double>(ps) / 1000);
}

/// "INSTR_EXEC 9, 0x3F 2" of "0x07:9,0x3F:2"; empty: none.
std::string batches_of(const std::string& text, const pmu::event_table& events) {
    std::string all;
    for (const std::string& word : words_of(text)) {
        const std::size_t colon = word.find(':');
        const auto number = read_whole_number(word.substr(0, colon));
        if (!number || colon == std::string::npos) {
            continue; // none, or x before the first value
        }
        std::string name = word.substr(0, colon);
        for (const pmu::event_desc& e : events) {
            name = e.number == *number ? e.name : name;
        }
        all += (all.empty() ? "" : ", ") + name + " " + word.substr(colon + 1);
    }
    return all;
}

} // namespace

std::vector<program::line_change> read_replay(const program_setup& setup,
                                              const program::program& p) {
    const part::part_entry& part = setup.part;
    const std::string& path = setup.request.programs.replay;
    if (path.empty()) {
        return {};
    }
    const pmu::event_table& events = part.events_of(options_of(part.unit, p));
    std::vector<program::signal_mapping> mappings;
    bool automatic = false;
    for (const std::string& text : setup.request.programs.signals) {
        if (text == "auto") {
            automatic = true;
            continue;
        }
        const std::size_t equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0) {
            throw usage_error("--map: expected SIGNAL=EVENT or auto, got '", text, "'");
        }
        mappings.push_back({text.substr(0, equals),
                            event_of(text.substr(equals + 1), part, events, "--map " + text)});
    }
    const std::uint64_t period_ps = setup.clock.period.value();
    const program::vcd_stimulus stimulus = program::read_vcd(
        path, part.unit, mappings, automatic,
        [&](const std::string& name, program::event_reference& found) {
            return find_by_name(part, events, name, found);
        },
        period_ps, is_stop_requested);
    if (const auto of_dump = read_whole_number(stimulus.period_ps);
        of_dump && *of_dump != period_ps) {
        throw usage_error("--replay ", path, ": its run had a clock of ", nanoseconds(*of_dump),
                          " ns: expected --period ", nanoseconds(*of_dump), ", got ",
                          nanoseconds(period_ps));
    }
    if (const std::string batches = batches_of(stimulus.batches, events); !batches.empty()) {
        tell(path,
             ": what was counted in batches is on no event line, and is not replayed: ", batches);
    }
    if (stimulus.unknown_values != 0) {
        tell(path, ":", stimulus.first_unknown, ": x or z, ", stimulus.unknown_values,
             " in all, taken as 0");
    }
    if (stimulus.undeclared != 0) {
        tell(path, ":", stimulus.first_undeclared, ": ",
             program::in_quotes(stimulus.undeclared_code), " is declared by no $var; ",
             stimulus.undeclared, " changes in all, passed over");
    }
    return stimulus.changes;
}

} // namespace platform::pmu_run
