// SPDX-License-Identifier: Apache-2.0
// What a session can go back to.
#pragma once

#include "program_snapshot.h"

#include <program/player.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace platform::pmu_run {

/// The state before a line.
struct undo_state {
    std::string line; ///< what is taken back
    std::uint32_t number = 0;
    program_state state;
    program::play_result result; ///< of all lines before it, without the list of failures
    std::uint64_t edges = 0;     ///< that had passed
};

/// The last states, as many as there is room for.
class undo_list {
public:
    static constexpr std::size_t most_states = 1000;
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    void push(undo_state s) {
        m_bytes += size_of(s);
        m_states.push_back(std::move(s));
        while (m_states.size() > most_states || (m_bytes > most_bytes && m_states.size() > 1)) {
            m_bytes -= size_of(m_states.front());
            m_states.pop_front();
        }
    }
    std::size_t size() const { return m_states.size(); }
    /// The last one, which is no longer in the list. There must be one.
    undo_state pop() {
        undo_state s = std::move(m_states.back());
        m_bytes -= size_of(s);
        m_states.pop_back();
        return s;
    }

private:
    static std::size_t size_of(const undo_state& s) {
        constexpr std::size_t of_pin = 64; // of a node of a map, about
        return sizeof s + s.line.size() + s.state.unit.size() +
               s.state.driven.pins.size() * (sizeof(program::wide_value) + of_pin);
    }

    std::deque<undo_state> m_states;
    std::size_t m_bytes = 0;
};

} // namespace platform::pmu_run
