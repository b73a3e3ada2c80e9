// SPDX-License-Identifier: Apache-2.0
// An initiator that reads by pointer where a target lets it: a PMU does not, since a counter is
// what the time makes it, and so each read goes by b_transport.
//
// E is 1 from 5 ns on: at 105 ns CCNT has seen the edges at 10 to 100 ns.
//
// Prints:
//   asked for DMI: no; hint of the payload: no
//   CCNT 10 by b_transport, 1 request for DMI, 2 accesses
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdint>
#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    tlm::tlm_generic_payload payload;
    unsigned requests = 0;
    unsigned accesses = 0;

    explicit cpu_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        payload.set_dmi_allowed(true); // as another target has left it
    }
    // README: begin
    std::uint32_t access(tlm::tlm_command command, unsigned crn, std::uint32_t word = 0) {
        payload.set_command(command);
        payload.set_address(pmu::encode({14, 0, crn}));
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        sc_core::sc_time delay;
        ++accesses;
        socket->b_transport(payload, delay);
        if (payload.is_dmi_allowed()) { // a PMU takes the hint back
            ask_for_dmi();
        }
        return word;
    }
    // README: end
    bool ask_for_dmi() {
        tlm::tlm_dmi dmi;
        ++requests;
        return socket->get_direct_mem_ptr(payload, dmi);
    }
};

int sc_main(int, char**) {
    cpu_model cpu("cpu");
    pmu::tickless_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS));
    pmu::xscale_pmu unit("pmu");
    unit.clk(clk);
    cpu.socket.bind(unit.socket);

    sc_core::sc_start(5, sc_core::SC_NS);
    cpu.access(tlm::TLM_WRITE_COMMAND, 0, 1); // PMNC: E
    const bool has_dmi = cpu.ask_for_dmi();
    std::printf("asked for DMI: %s; hint of the payload: %s\n", has_dmi ? "yes" : "no",
                cpu.payload.is_dmi_allowed() ? "yes" : "no");
    sc_core::sc_start(100, sc_core::SC_NS);
    const std::uint32_t ccnt = cpu.access(tlm::TLM_READ_COMMAND, 1);
    std::printf("CCNT %u by b_transport, %u request for DMI, %u accesses\n", ccnt, cpu.requests,
                cpu.accesses);
    return 0;
}
