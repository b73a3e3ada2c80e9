// SPDX-License-Identifier: Apache-2.0
// What a user writes first: CCNT of an XScale PMU counts to its overflow. Exit code 0 if it does.
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/xscale/xscale_pmu.h>

#include <iostream>
#include <tlm_utils/simple_initiator_socket.h>

struct cpu : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu> socket{"socket"};
    pmu::coprocessor_adapter adapter{socket};
    sc_core::sc_time delay;

    explicit cpu(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    void mcr(unsigned crn, std::uint32_t value) { adapter.mcr({14, 0, crn}, value, {}, delay); }
};

int sc_main(int, char**) {
    pmu::tickless_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS));
    sc_core::sc_signal<bool> irq("irq");
    pmu::xscale_pmu pmu("pmu");
    cpu xscale("xscale");
    pmu.clk(clk);
    pmu.pmuirq(irq);
    xscale.socket.bind(pmu.socket);

    sc_core::sc_start(5, sc_core::SC_NS);
    xscale.mcr(1, 0xFFFFFFF0); // CCNT: sixteen clocks, at 10 to 160 ns, to its overflow
    xscale.mcr(0, 0x041);      // PMNC: the interrupt of CCNT, E
    sc_core::sc_start(150, sc_core::SC_NS);
    const bool before = irq;
    sc_core::sc_start(10, sc_core::SC_NS);
    const bool after = irq;
    xscale.mcr(0, 0x441); // PMNC: the same, and the flag of CCNT is cleared
    sc_core::sc_start(1, sc_core::SC_NS);
    std::cout << "PMUIRQ " << before << ", " << after << ", " << irq << '\n';
    return !before && after && !irq ? 0 : 1;
}
