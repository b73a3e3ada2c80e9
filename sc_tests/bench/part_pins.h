// SPDX-License-Identifier: Apache-2.0
// The pins of a part beside those of pmu_module. Those of each part are in pins/PART_pins.h;
// <generated/part_pins.h> has them all.
#pragma once

#include <systemc>

namespace bench {

/// A signal that many modules drive, since only their number matters.
template <class T>
using shared_signal = sc_core::sc_signal<T, sc_core::SC_MANY_WRITERS>;

/// The pins of a part beside those of pmu_module: as ports, and as signals that bind to them.
template <class Core>
struct part_pins;

struct no_part_pins {
    struct ports {};
    struct signals {
        template <class Unit>
        void bind(Unit& /*unit*/) {}
    };
};

} // namespace bench
