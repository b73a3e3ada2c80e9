// SPDX-License-Identifier: Apache-2.0
// The pins of the ARM1176 PMU, beside those of pmu_module.
#pragma once

#include <bench/pins/arm11_pins.h>
#include <pmu/arm1176/arm1176_core.h>

namespace bench {

template <>
struct part_pins<pmu::arm1176_core> {
    using aux_type = sc_dt::sc_uint<pmu::arm1176_return_stack_width>;
    struct ports : arm11_pins::ports {
        sc_core::sc_in<aux_type> aux_events{"aux_events"};
        sc_core::sc_in<bool> V{"V"};
    };
    struct signals : arm11_pins::signals {
        shared_signal<aux_type> aux_events;
        shared_signal<bool> v;

        template <class Unit>
        void bind(Unit& unit) {
            arm11_pins::signals::bind(unit);
            unit.aux_events(aux_events);
            unit.V(v);
        }
    };
};

} // namespace bench
