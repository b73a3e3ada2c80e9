// SPDX-License-Identifier: Apache-2.0
// What the wrapper of a PMU warns of; the cores have notices of their own.
#pragma once

#include <pmu/core/notice.h>

namespace PMU_API pmu {

/// Something came for a time that the unit has passed.
inline constexpr notice late{
    "late", "an access, pin, reset or clock change came earlier than the unit's own time, which "
            "a delay had moved ahead; it takes effect at the unit's time"};

/// A batch reports an event that has no wire.
inline constexpr notice no_occurrence{
    "no_occurrence",
    "a batch reports an event that has no occurrences, because the unit counts it "
    "from its clock or its registers, or never; it adds nothing; event",
    event_number_bits};

/// A delay on a toggling clock, from a method process.
inline constexpr notice cannot_wait{
    "cannot_wait", "an access with a delay came from a process that cannot wait, where it has to, "
                   "on a toggling clock or with sync_policy::wait; it takes effect without the "
                   "delay"};

/// A register access out of a call of an observer.
inline constexpr notice access_in_observer{
    "access_in_observer", "an access or a batch came out of a call of an observer; it is refused"};

/// An access is refused. The value is the kind, see refusal. It is a note: software may mean it.
inline constexpr notice refused{"refused", "an access is refused: ", 0xFF};

/// An access is taken although its payload says something odd. A note.
inline constexpr notice taken{"taken", "an access is taken: ", 0xFF};

/// Software reads a unit that should count on a tickless clock without a period.
inline constexpr notice clock_stands_still{"clock_stands_still",
                                           "software reads a register while counting is enabled, "
                                           "and the period of the clock is 0: nothing "
                                           "counts until set_period() gives it another"};

/// Software reads what an event would change that nothing has ever driven: a counter, or a flag.
inline constexpr notice nothing_drives{
    "nothing_drives",
    "software reads a register that the selected event would change, and nothing drives the "
    "event: no pin with its line is bound, and no batch has reported it so far",
    event_number_bits};

} // namespace pmu
