// SPDX-License-Identifier: Apache-2.0
// Modules with the ports, the socket and one thread, named like those of a PMU, but nothing in
// them: what a module of that shape costs anyway.
#pragma once

#include <components/module_processes.h>
#include <generated/part_pins.h>
#include <pmu/tlm/batch_events.h>

#include <systemc>
#include <tlm_utils/simple_target_socket.h>

namespace bench {

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
