// SPDX-License-Identifier: Apache-2.0
// What one writes first: CCNT of an XScale PMU counts to its overflow, and the interrupt comes and
// goes away.
//
// Prints:
//   CCNT 0xFFFFFFFF, PMUIRQ 0
//   CCNT 0x00000000, PMUIRQ 1
//   CCNT 0x00000000, PMUIRQ 0
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    pmu::coprocessor_adapter coprocessor{socket};
    sc_core::sc_time delay; // ahead of the present: a loosely timed CPU has one

    explicit cpu_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

int sc_main(int, char**) {
    cpu_model cpu("cpu");
    // README: begin
    pmu::tickless_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS)); // or any sc_clock
    sc_core::sc_signal<sc_dt::sc_uint<24>> events("events"); // line n is event n of the manual
    sc_core::sc_signal<bool> irq("irq");

    pmu::xscale_pmu pmu("pmu");
    pmu.clk(clk);
    pmu.event_bus(events);
    pmu.pmuirq(irq);
    cpu.socket.bind(pmu.socket); // a coprocessor register is a word of a 1 MiB window

    sc_core::sc_start(5, sc_core::SC_NS); // registers can be reached from the start on
    cpu.coprocessor.mcr({14, 0, 1}, 0xFFFFFFF0, {}, cpu.delay); // CCNT: 16 clocks to its overflow
    cpu.coprocessor.mcr({14, 0, 0}, 0x00000041, {}, cpu.delay); // PMNC: interrupt of CCNT, E
    sc_core::sc_start(150, sc_core::SC_NS);                     // 15 clocks, at 10 to 150 ns
    // README: end
    const auto show = [&] {
        std::uint32_t ccnt = 0;
        cpu.coprocessor.mrc({14, 0, 1}, ccnt, {}, cpu.delay);
        std::printf("CCNT 0x%08X, PMUIRQ %d\n", ccnt, irq.read());
    };
    show();
    sc_core::sc_start(10, sc_core::SC_NS); // the sixteenth, at 160 ns
    show();
    cpu.coprocessor.mcr({14, 0, 0}, 0x00000441, {}, cpu.delay); // PMNC: clears the flag of CCNT
    sc_core::sc_start(1, sc_core::SC_NS);
    show();
    return irq ? 1 : 0;
}
