// SPDX-License-Identifier: Apache-2.0
// Clocks that toggle, and whose edges are known beforehand nevertheless.
#pragma once

#include <pmu/core/edge_timeline.h>

#include <systemc>

#include <typeinfo>

namespace PMU_API pmu {

/// The clock, if it is an sc_clock itself: its period, start, duty cycle and first edge never
/// change. A derived class may do anything else.
/// \param bound what a port is bound to
/// \return nullptr: its edges cannot be known
inline const sc_core::sc_clock* constant_clock(const sc_core::sc_interface& bound) {
    return typeid(bound) == typeid(sc_core::sc_clock)
               ? dynamic_cast<const sc_core::sc_clock*>(&bound)
               : nullptr;
}

/// All rising edges of an sc_clock.
inline edge_timeline edges_of(const sc_core::sc_clock& clock) {
    const sc_core::sc_time high = clock.period() * clock.duty_cycle(); // rounded as the clock does
    const sc_core::sc_time low =
        clock.posedge_first() ? sc_core::SC_ZERO_TIME : clock.period() - high;
    return edge_timeline::from_first((clock.start_time() + low).value(), clock.period().value());
}

} // namespace pmu
