// SPDX-License-Identifier: Apache-2.0
#include "undo_list.h"

#include <program/wide_value.h>

#include <cstddef>
#include <utility>

namespace platform::pmu_run {

namespace {

/// Bytes that it takes, about.
std::size_t size_of(const undo_state& s) {
    constexpr std::size_t of_pin = 64; // of a node of a map, about
    return sizeof s + s.line.size() + s.state.unit.size() +
           s.state.driven.pins.size() * (sizeof(program::wide_value) + of_pin);
}

} // namespace

void push(undo_list& states, undo_state s) {
    constexpr std::size_t most_states = 1000;
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    states.push_back(std::move(s));
    std::size_t bytes = 0;
    for (const undo_state& kept : states) {
        bytes += size_of(kept);
    }
    while (states.size() > most_states || (bytes > most_bytes && states.size() > 1)) {
        bytes -= size_of(states.front());
        states.pop_front();
    }
}

} // namespace platform::pmu_run
