// SPDX-License-Identifier: Apache-2.0
// A PMU among models of SystemC-Components: its clock is a signal that carries the period, and who
// makes an access stands in the APB extension.
//
// The period is 10 ns from the beginning: edges at 10 to 100 ns. Then it is 20 ns: at 120 to 200
// ns.
//
// Prints:
//   CCNT 10
//   CCNT 15
#include <pmu/adapters/period_clock.h>
#include <pmu/tlm/access_attributes_source.h>
#include <pmu/xscale/xscale_pmu.h>

#include <apb/apb_tlm.h>
#include <cstdint>
#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>

struct bus_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<bus_model> socket{"socket"};

    explicit bus_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    std::uint32_t access(tlm::tlm_command command, unsigned crn, std::uint32_t word = 0) {
        tlm::tlm_generic_payload payload;
        apb::apb_extension prot;
        prot.set_privileged();
        payload.set_extension(&prot);
        payload.set_command(command);
        payload.set_address(pmu::encode({14, 0, crn}));
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);
        payload.clear_extension(&prot);
        return word;
    }
};

int sc_main(int, char**) {
    const sc_core::sc_time ns(1, sc_core::SC_NS);
    sc_core::sc_signal<sc_core::sc_time> clk("clk", 10 * ns);
    bus_model bus("bus");
    // README: begin
    pmu::signal_clock<sc_core::sc_time> pmu_clk("pmu_clk");
    pmu::xscale_pmu unit("pmu");
    unit.clk(pmu_clk.out);
    unit.set_access_attributes_source(pmu::attributes_from_prot<apb::apb_extension>);
    pmu_clk.in(clk);
    // README: end
    bus.socket.bind(unit.socket);

    sc_core::sc_start(5 * ns);
    bus.access(tlm::TLM_WRITE_COMMAND, 0, 1); // PMNC: E
    sc_core::sc_start(100 * ns);
    std::printf("CCNT %u\n", bus.access(tlm::TLM_READ_COMMAND, 1));
    clk.write(20 * ns);
    sc_core::sc_start(100 * ns);
    std::printf("CCNT %u\n", bus.access(tlm::TLM_READ_COMMAND, 1));
    return 0;
}
