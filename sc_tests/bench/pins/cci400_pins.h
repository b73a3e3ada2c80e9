// SPDX-License-Identifier: Apache-2.0
// The pins of the CCI-400 PMU, beside those of pmu_module.
#pragma once

#include <bench/part_pins.h>
#include <pmu/cci400/cci400_core.h>
#include <pmu/tlm/pins.h>

namespace bench {

template <>
struct part_pins<pmu::cci400_core> {
    using bus_type = pmu::line_bus<pmu::cci400_event_bus_width>;
    using overflow_type = sc_dt::sc_uint<pmu::cci400_core::overflow_lines>;
    using evntbus_type = sc_dt::sc_bv<pmu::cci400_evntbus_width>;
    struct ports {
        sc_core::sc_in<bus_type> secure_event_bus{"secure_event_bus"};
        sc_core::sc_in<bool> NIDEN{"NIDEN"};
        sc_core::sc_in<bool> SPNIDEN{"SPNIDEN"};
        sc_core::sc_in<sc_dt::sc_uint<4>> ECOREVNUM{"ECOREVNUM"};
        sc_core::sc_out<overflow_type> nEVNTCNTOVERFLOW{"nEVNTCNTOVERFLOW"};
        sc_core::sc_out<evntbus_type> EVNTBUS{"EVNTBUS"};
    };
    struct signals {
        shared_signal<bus_type> secure_event_bus;
        shared_signal<bool> niden, spniden;
        shared_signal<sc_dt::sc_uint<4>> ecorevnum;
        shared_signal<overflow_type> n_overflow;
        shared_signal<evntbus_type> evntbus;

        template <class Unit>
        void bind(Unit& unit) {
            unit.secure_event_bus(secure_event_bus);
            unit.NIDEN(niden);
            unit.SPNIDEN(spniden);
            unit.ECOREVNUM(ecorevnum);
            unit.nEVNTCNTOVERFLOW(n_overflow);
            unit.EVNTBUS(evntbus);
        }
    };
};

} // namespace bench
