// SPDX-License-Identifier: Apache-2.0
// A PMU on the RISC-V VP: PMUIRQ goes to a gateway of its interrupt controller, and the clock is a
// tickless one, since the VP's CPU asserts that no access makes its local time less, as the wait of
// a toggling clock does.
//
// CCNT begins 16 before its overflow, and E is 1 from 5 ns on. Read at 5 + 100 ns it has seen the
// edges at 10 to 100 ns; at 165 ns the sixteenth, that at 160 ns, has raised PMUIRQ.
//
// Prints:
//   CCNT 0xFFFFFFFA, local time 100 ns, requests 0
//   CCNT 0x00000000, local time 0 s, requests 1 of interrupt 7
#include <pmu/adapters/level_interrupt.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cassert>
#include <core/common/irq_if.h>
#include <cstdint>
#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>

struct plic_model : interrupt_gateway {
    unsigned requests = 0;
    std::uint32_t number = 0;
    void gateway_trigger_interrupt(std::uint32_t irq_id) override {
        ++requests;
        number = irq_id;
    }
};

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> isock{"isock"};
    sc_core::sc_time local_time;

    explicit cpu_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    std::uint32_t access(tlm::tlm_command command, unsigned crn, std::uint32_t word = 0) {
        tlm::tlm_generic_payload payload; // the VP leaves the streaming width at 0
        payload.set_command(command);
        payload.set_address(pmu::encode({14, 0, crn}));
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        sc_core::sc_time delay = local_time;
        isock->b_transport(payload, delay);
        assert(delay >= local_time);
        local_time = delay;
        return word;
    }
};

int sc_main(int, char**) {
    plic_model plic;
    cpu_model cpu("cpu");
    sc_core::sc_signal<bool> pmuirq("pmuirq");
    // README: begin
    pmu::tickless_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS));
    pmu::gateway_interrupt<interrupt_gateway> irq("irq", plic, 7);
    pmu::xscale_pmu unit("pmu");
    unit.clk(clk);
    unit.pmuirq(pmuirq);
    irq.in(pmuirq);
    // README: end
    cpu.isock.bind(unit.socket);
    // That the streaming width is taken as "does not stream" is noted, once.
    sc_core::sc_report_handler::set_actions("/pmu/xscale/taken", sc_core::SC_DO_NOTHING);

    sc_core::sc_start(5, sc_core::SC_NS);
    cpu.access(tlm::TLM_WRITE_COMMAND, 1, 0xFFFF'FFF0); // CCNT
    cpu.access(tlm::TLM_WRITE_COMMAND, 0, 0x41);        // PMNC: interrupt of CCNT, E
    cpu.local_time = sc_core::sc_time(100, sc_core::SC_NS);
    std::printf("CCNT 0x%08X, ", cpu.access(tlm::TLM_READ_COMMAND, 1));
    std::printf("local time %s, requests %u\n", cpu.local_time.to_string().c_str(), plic.requests);
    sc_core::sc_start(160, sc_core::SC_NS); // the CPU has synchronised
    cpu.local_time = sc_core::SC_ZERO_TIME;
    std::printf("CCNT 0x%08X, ", cpu.access(tlm::TLM_READ_COMMAND, 1));
    std::printf("local time %s, requests %u of interrupt %u\n", cpu.local_time.to_string().c_str(),
                plic.requests, plic.number);
    return 0;
}
