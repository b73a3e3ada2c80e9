// SPDX-License-Identifier: Apache-2.0
// Modules with the ports, the socket and one thread, named like those of a PMU, but nothing in
// them: what a module of that shape costs anyway. And signals for all pins of a PMU.
#pragma once

#include <components/module_processes.h>
#include <pmu/arm1136/arm1136_core.h>
#include <pmu/arm1176/arm1176_core.h>
#include <pmu/cci400/cci400_core.h>
#include <pmu/cortex_r5/cortex_r5_core.h>
#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/pins.h>
#include <pmu/xscale/xscale_core.h>

#include <systemc>
#include <tlm_utils/simple_target_socket.h>

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

template <>
struct part_pins<pmu::xscale_core> : no_part_pins {};
template <>
struct part_pins<pmu::ixp42x_core> : no_part_pins {};

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

template <>
struct part_pins<pmu::arm1136_core> : arm11_pins {};

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

/// The empty twin of a PMU.
template <class Core>
class plain_module : public sc_core::sc_module,
                     public pmu::batch_events_if,
                     public part_pins<Core>::ports {
public:
    using event_bus_type = pmu::line_bus<Core::event_bus_width>;

    tlm_utils::simple_target_socket<plain_module> socket{"socket"};
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> reset{"reset"};
    sc_core::sc_in<event_bus_type> event_bus{"event_bus"};
    sc_core::sc_out<bool> pmuirq{"pmuirq"};
    sc_core::sc_export<pmu::batch_events_if> batch_events{"batch_events"};

    MODULE_PROCESSES(plain_module);
    explicit plain_module(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        batch_events.bind(*this);
        socket.register_b_transport(this, &plain_module::b_transport);
        SC_THREAD(counting_thread);
        sensitive << clk.pos();
    }

    void count(std::uint32_t /*event*/, std::uint64_t /*n*/,
               const sc_core::sc_time& /*delay*/) override {}
    void advance_to(const sc_core::sc_time& /*delay*/) override {}
    std::uint64_t headroom(std::uint32_t /*event*/) override { return 0; }
    bool is_counted(std::uint32_t /*event*/) override { return false; }
    std::uint64_t edges_to_output_change() override { return 0; }

private:
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    void counting_thread() {
        for (;;) {
            wait();
        }
    }
};

} // namespace bench
