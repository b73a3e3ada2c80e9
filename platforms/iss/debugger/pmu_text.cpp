// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/pmu_text.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace platform::iss {

namespace {

/// Whether a field selects an event: its description says so.
bool selects_event(const pmu::register_field& f) {
    constexpr unsigned bits_of_number = 8;
    constexpr std::string_view key = "event ";
    return f.access == pmu::field_access::read_write && f.msb - f.lsb + 1U == bits_of_number &&
           std::string_view(f.description).substr(0, key.size()) == key;
}

bool is_plain_value(const pmu::register_desc& r) {
    return r.field_count == 1 && r.fields->mask() == UINT32_MAX;
}

std::string field_text(const pmu::register_field& f, std::uint32_t word,
                       const pmu::event_table& events) {
    char number[16];
    std::string text = f.name;
    if (f.msb == f.lsb) {
        return text;
    }
    std::snprintf(number, sizeof number, "=0x%" PRIX32, f.of(word));
    text += number;
    if (selects_event(f)) {
        const pmu::event_desc* const event = events.find(f.of(word));
        text += std::string(" (") + (event != nullptr ? event->name : "reserved") + ")";
    }
    return text;
}

std::string line_of(const char* name, const pmu::register_desc& r, std::uint32_t word,
                    const pmu::event_table& events) {
    char start[48];
    std::snprintf(start, sizeof start, "%-12s 0x%08" PRIX32, name, word);
    std::string text = start;
    if (is_plain_value(r)) {
        text += "  " + std::to_string(word);
    } else {
        for (const pmu::register_field& f : r) {
            if (f.is_set(word) || selects_event(f)) {
                text += "  " + field_text(f, word, events);
            }
        }
    }
    return text + "\n";
}

} // namespace

void for_each_register(
    const visible_pmu& unit,
    const std::function<void(const char*, const pmu::register_desc&, std::uint32_t)>& look) {
    const pmu::banked_registers& banked = unit.registers->banked();
    for (const pmu::register_desc& r : *unit.registers) {
        const bool is_banked =
            std::any_of(banked.begin(), banked.end(),
                        [&r](const pmu::banked_register& b) { return b.address == r.address; });
        if (r.access == pmu::register_access::write_only || (is_banked && unit.read_banked)) {
            continue;
        }
        if (const auto word = unit.read(r)) {
            look(r.name, r, *word);
        }
    }
    for (const pmu::banked_register& b : banked) {
        const pmu::register_desc* const r = unit.registers->find(b.address);
        if (unit.read_banked && r != nullptr) {
            look(b.name, *r, unit.read_banked(b));
        }
    }
}

std::string text_of(const visible_pmu& unit) {
    std::string text = unit.name + "\n";
    for_each_register(unit, [&](const char* name, const pmu::register_desc& r, std::uint32_t word) {
        text += line_of(name, r, word, *unit.events);
    });
    return text;
}

} // namespace platform::iss
