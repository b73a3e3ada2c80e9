// SPDX-License-Identifier: Apache-2.0
// How a fast instruction-set simulator reports many events at once.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <cstdint>

namespace PMU_API pmu {

/// Counting without pins. A PMU module exports it as `batch_events`.
///
/// A batch says what wires would say. An occurrence counts as an edge does on which the event's own
/// line is high; of an event with two lines, the lower one. So it counts on every event that this
/// line raises:
///
/// | part | a report of | counts on |
/// |---|---|---|
/// | ARM1136 | 0x20 or 0x21, a line of ETMEXTOUT | itself and 0x22 |
/// | Cortex-R5 | 0x4A to 0x4D, 0x6A, 0x6B, 0x6D, 0x70, a correctable error | itself and 0x6E |
/// | Cortex-R5 | 0x4E, 0x4F, 0x60, 0x61, 0x6C, 0x71, a fatal error | itself and 0x6F |
/// | Cortex-R5 | 0x5E, a pair | itself once and 0x08 twice |
/// | ARM1136, Cortex-R5 | 0x22, 0x6E or 0x6F, composed of other events | itself alone |
/// | every part | any other event that has a line | itself |
///
/// What has no wire has no occurrences to report, and adds nothing: the clock (0xFF of the ARM1136,
/// 0x11 and 0xFF of the Cortex-R5), the software increment (0x00 of the Cortex-R5), and numbers
/// that stand for nothing (0xFF of the XScales, 0x63 of the Cortex-R5). Such a report is the
/// warning `/pmu/<part>/no_occurrence`, once for each of these numbers.
///
/// Any call before end_of_elaboration() is the error `/pmu/<part>/too_early`.
class batch_events_if : public virtual sc_core::sc_interface {
public:
    /// Reports n occurrences of an event at now + delay, with the pins as they are driven now.
    /// A counter that is stopped or in its start delay counts none. The event output EVNTBUS does
    /// not change. On a toggling clock the occurrences apply at the present instant. Never waits.
    /// \param event event number as software writes it, 0 to 0xFF; the CCI-400 adds 0x100 for
    ///        Secure transactions. A reserved number has no effect.
    /// \param n occurrences, 0: none
    /// \param delay from now on
    virtual void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) = 0;

    /// Brings the PMU to now + delay, as a report or an access does. The functions below then speak
    /// of that time. On a toggling clock the PMU is at the present instant already. Never waits. A
    /// time that is past for the PMU is the warning `/pmu/<part>/late`.
    virtual void advance_to(const sc_core::sc_time& delay) = 0;

    /// How many occurrences of an event it takes until a counter with an enabled interrupt request
    /// overflows, the one that overflows it included; UINT64_MAX: no counter would. It looks at all
    /// counters on which an occurrence counts.
    virtual std::uint64_t headroom(std::uint32_t event) = 0;

    /// Whether an occurrence of an event would change anything in the PMU, its totals included, now
    /// or once a start delay that is under way is over. If not, an ISS need not look for
    /// occurrences until the PMU is written to.
    virtual bool is_counted(std::uint32_t event) = 0;

    /// How many clock edges it takes, without a further event and with the pins as they are driven
    /// now, until an output of the PMU next changes; UINT64_MAX: none would. Edges count from the
    /// PMU's own time, which an access, report or advance_to() with a delay may have moved ahead.
    virtual std::uint64_t edges_to_output_change() = 0;
};

} // namespace pmu
