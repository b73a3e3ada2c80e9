// SPDX-License-Identifier: Apache-2.0
// How a core says that software did something legal but unusual.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// A kind of remark.
struct notice {
    /// Identifies the kind and ends the report id, `/pmu/<part>/<what>`.
    const char* what = nullptr;
    const char* text = nullptr; ///< one sentence, to which the shell adds the value
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

/// Receives the remarks of a core. The shell reports each of them once, with the first value.
class notice_sink {
public:
    /// Takes a remark on a value: what software wrote, or the part of it that the text names.
    virtual void report(const notice& kind, std::uint32_t value) = 0;

protected:
    ~notice_sink() = default;
};

} // namespace pmu
