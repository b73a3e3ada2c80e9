// SPDX-License-Identifier: Apache-2.0
// How a core says that software did something legal but unusual.
#pragma once

#include <pmu/core/api.h>
#include <pmu/core/event_table.h>

#include <bitset>
#include <cstdint>

namespace PMU_API pmu {

/// A kind of remark.
struct notice {
    /// Identifies the kind and ends the report id, `/pmu/<part>/<what>`.
    const char* what = nullptr;
    const char* text = nullptr; ///< one sentence, to which the wrapper adds the value
    /// The bits of a value that make it a remark of its own, such as those of an event number.
    /// Other bits are only an example of what software wrote. There are at most as many reports of
    /// a kind as these bits have values, so keep them few.
    std::uint32_t told_apart_by = 0;
};

/// The bits of an event number.
constexpr std::uint32_t event_number_bits = 0xFF;

/// Software selects a number that is no event: possible in every part.
inline constexpr notice reserved_event{
    "reserved_event", "software selects a reserved event, which counts nothing", event_number_bits};

/// Software selects an event that the platform has not declared as driven: possible in every part.
inline constexpr notice undriven_event{
    "undriven_event", "software selects an event that nothing drives, as the platform has declared",
    event_number_bits};

/// Software selects an event in a counter.
struct selection {
    const char* counter;     ///< as the manual spells it
    std::uint32_t number;    ///< event number
    const event_desc* event; ///< nullptr: the number is reserved
};

/// Event numbers of a part.
using event_set = std::bitset<event_table::numbers>;

/// Receives the remarks of a core. The wrapper reports each of them once, with the first value.
class notice_sink {
public:
    /// Takes a remark on a value: what software wrote, or the part of it that the text names.
    virtual void report(const notice& kind, std::uint32_t value) = 0;

    /// Looks at a selection: remarks on reserved events, and on those that nothing drives.
    void select(const selection& s) {
        if (s.event == nullptr) {
            report_selection(reserved_event, s);
        } else if (!is_driven(s.number)) {
            report_selection(undriven_event, s);
        }
    }

protected:
    ~notice_sink() = default;

    /// Takes a remark on a selection.
    virtual void report_selection(const notice& kind, const selection& s) {
        report(kind, s.number);
    }

    /// Software selects an event. \return whether the platform drives it, as far as it says
    virtual bool is_driven(std::uint32_t /*event*/) { return true; }
};

} // namespace pmu
