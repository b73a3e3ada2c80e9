// SPDX-License-Identifier: Apache-2.0
#include <program/unit_info.h>

#include <process/words.h>

#include <algorithm>

namespace platform::program {

bool table_unit::resolve(const event_reference& reference, bool for_batch, event_lines& found,
                         std::string& error) const {
    const std::string part = m_part.title;
    if (!reference.source.empty()) {
        error = "expected an event number of the " + part + ", got the source " + reference.source;
        return false;
    }
    if (reference.secure) {
        error = "expected an event number of the " + part + " without ':secure', got it";
        return false;
    }
    const std::string number = process::hex(reference.number, 2);
    const pmu::event_desc* event =
        reference.number < pmu::event_table::numbers
            ? m_part.events->find(static_cast<unsigned>(reference.number))
            : nullptr;
    if (event == nullptr) {
        error = "expected an event of the " + part + ", got " + number + ", which is reserved";
        return false;
    }
    found.id = event->number;
    found.lines.clear();
    if (for_batch) {
        if (reference.wires != 1) {
            error = "expected an event without '*', which only 'events' and 'pulse' know, got *" +
                    std::to_string(reference.wires);
        }
        return reference.wires == 1;
    }
    // Between the bus and what is beside it is what pins drive.
    const bool is_of_pin =
        event->first_line >= m_part.bus_bits && event->first_line < m_part.first_beside_bus;
    unsigned lines = 0;
    if (event->first_line < m_part.line_limit && !is_of_pin) {
        lines = std::min<unsigned>(event->line_count, m_part.line_limit - event->first_line);
    }
    if (lines == 0) {
        error = "expected an event that has a line, got " + number;
        return false;
    }
    if (reference.wires < 1 || reference.wires > lines) {
        error = "expected at most *" + std::to_string(lines) + ", the lines of event " + number +
                ", got *" + std::to_string(reference.wires);
        return false;
    }
    unsigned first = event->first_line;
    if (first >= m_part.first_beside_bus) {
        first += m_part.bus_bits - m_part.first_beside_bus;
    }
    for (unsigned i = 0; i < reference.wires; ++i) {
        found.lines.push_back(static_cast<std::uint16_t>(first + i));
    }
    return true;
}

} // namespace platform::program
