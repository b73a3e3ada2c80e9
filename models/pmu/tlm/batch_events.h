// SPDX-License-Identifier: Apache-2.0
// How a fast instruction-set simulator reports many events at once.
#pragma once

#include <systemc>

#include <cstdint>

namespace pmu {

/// Counting without pins. A PMU module exports it as `batch_events`.
class batch_events_if : public virtual sc_core::sc_interface {
public:
    /// Reports n occurrences of an event at now + delay, with the pins as they are driven now.
    /// What is stopped or in its start delay counts none. On a toggling clock the occurrences apply
    /// at the present instant. Never waits.
    /// \param event event number as software writes it; a reserved number has no effect
    virtual void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) = 0;

    /// How many occurrences of an event it takes until a counter with an enabled interrupt request
    /// overflows, that one included; UINT64_MAX: no counter would.
    virtual std::uint64_t headroom(std::uint32_t event) = 0;

    /// Whether an occurrence of an event now would leave a trace in the PMU. An ISS need not find
    /// out about events for which it would not.
    virtual bool is_counted(std::uint32_t event) = 0;

    /// How many clock edges it takes, without a further event and with the pins as they are driven
    /// now, until an output of the PMU next changes; UINT64_MAX: none would. Edges count from the
    /// latest access or report, which a delay may have moved ahead of the present.
    virtual std::uint64_t edges_to_output_change() = 0;
};

} // namespace pmu
