// SPDX-License-Identifier: Apache-2.0
// The pins of every ARM11 PMU.
#pragma once

#include <bench/part_pins.h>
#include <pmu/arm11_common/arm11_core.h>

namespace bench {

/// The pins of every ARM11 PMU.
struct arm11_pins {
    using evntbus_type = sc_dt::sc_uint<pmu::arm11_evntbus_width>;
    using etmextout_type = sc_dt::sc_uint<pmu::arm11_etmextout_width>;
    struct ports {
        sc_core::sc_in<etmextout_type> ETMEXTOUT{"ETMEXTOUT"};
        sc_core::sc_in<bool> DEBUG_STATE{"DEBUG_STATE"};
        sc_core::sc_out<evntbus_type> EVNTBUS{"EVNTBUS"};
    };
    struct signals {
        shared_signal<etmextout_type> etmextout;
        shared_signal<bool> debug_state;
        shared_signal<evntbus_type> evntbus;

        template <class Unit>
        void bind(Unit& unit) {
            unit.ETMEXTOUT(etmextout);
            unit.DEBUG_STATE(debug_state);
            unit.EVNTBUS(evntbus);
        }
    };
};

} // namespace bench
