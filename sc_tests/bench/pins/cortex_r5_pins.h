// SPDX-License-Identifier: Apache-2.0
// The pins of the Cortex-R5 PMU, beside those of pmu_module.
#pragma once

#include <bench/part_pins.h>
#include <pmu/cortex_r5/cortex_r5_core.h>

namespace bench {

template <>
struct part_pins<pmu::cortex_r5_core> {
    using aux_type = sc_dt::sc_uint<pmu::cortex_r5_aux_width>;
    using evntbus_type = sc_dt::sc_uint<pmu::cortex_r5_event_bus_width>;
    struct ports {
        sc_core::sc_in<aux_type> aux_events{"aux_events"};
        sc_core::sc_in<bool> DBGEN{"DBGEN"};
        sc_core::sc_in<bool> NIDEN{"NIDEN"};
        sc_core::sc_in<bool> DBG_HALT{"DBG_HALT"};
        sc_core::sc_out<evntbus_type> EVNTBUS{"EVNTBUS"};
        sc_core::sc_out<bool> VALIRQ{"VALIRQ"};
        sc_core::sc_out<bool> VALFIQ{"VALFIQ"};
        sc_core::sc_out<bool> VALRESET{"VALRESET"};
        sc_core::sc_out<bool> VALEDBGRQ{"VALEDBGRQ"};
    };
    struct signals {
        shared_signal<aux_type> aux_events;
        shared_signal<bool> dbgen, niden, dbg_halt;
        shared_signal<evntbus_type> evntbus;
        shared_signal<bool> valirq, valfiq, valreset, valedbgrq;

        template <class Unit>
        void bind(Unit& unit) {
            unit.aux_events(aux_events);
            unit.DBGEN(dbgen);
            unit.NIDEN(niden);
            unit.DBG_HALT(dbg_halt);
            unit.EVNTBUS(evntbus);
            unit.VALIRQ(valirq);
            unit.VALFIQ(valfiq);
            unit.VALRESET(valreset);
            unit.VALEDBGRQ(valedbgrq);
        }
    };
};

} // namespace bench
