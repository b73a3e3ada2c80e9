// SPDX-License-Identifier: Apache-2.0
// What the shell of a PMU warns of, beside the notices of the cores.
#pragma once

#include <pmu/core/notice.h>

namespace pmu {

inline constexpr notice late{
    "late", "an access, pin, reset or clock change came earlier than the unit's own time, which "
            "a delay had moved ahead; it takes effect at the unit's time"};

inline constexpr notice no_occurrence{
    "no_occurrence",
    "a batch reports an event that has no occurrences, because the unit counts it "
    "from its clock or its registers, or never; it adds nothing; event",
    event_number_bits};

inline constexpr notice cannot_wait{
    "cannot_wait", "an access with a delay came from a process that cannot wait, on a toggling "
                   "clock; it takes effect without the delay"};

} // namespace pmu
