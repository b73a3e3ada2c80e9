// SPDX-License-Identifier: Apache-2.0
// Verilog drives a PMU: a clock gate its `clk`, an event source its `event_bus`. Both are in the
// module `chip`, of which Verilator makes a SystemC module whose ports bind to those of the PMU.
//
// Rising edge k of the clock is at 10 * k ns. Edges 3, 6, 9 and so on see a data cache miss, the
// others an instruction. The gate is closed at 1002 ns, within the pulse of edge 100, which it does
// not cut short, and opened at 1502 ns, within the pulse of edge 150, of which it shows nothing. So
// the PMU sees edges 1 to 100 and 151 to 170:
// - misses: 33, on edges 3 to 99; then 6 more, on 153, 156, 159, 162, 165 and 168
// - instructions: 100 - 33 = 67; then 120 - 39 = 81
//
// Prints:
//   at 1002 ns: CCNT 100, instructions 67, misses 33
//   at 1502 ns: CCNT 100, instructions 67, misses 33
//   at 1702 ns: CCNT 120, instructions 81, misses 39
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/xscale/xscale_pmu.h>

#include <Vchip.h>
#include <cstdio>

int sc_main(int, char**) {
    const sc_core::sc_time period(10, sc_core::SC_NS);
    sc_core::sc_clock clk("clk", period, 0.5, period); // the first edge at 10 ns
    sc_core::sc_signal<bool> enable("enable", true);
    sc_core::sc_signal<bool> gated_clk("gated_clk");
    sc_core::sc_signal<sc_dt::sc_uint<24>> event_bus("event_bus");

    Vchip chip("chip");
    chip.clk(clk);
    chip.enable(enable);
    chip.gated_clk(gated_clk);
    chip.event_bus(event_bus);
    pmu::xscale_pmu pmu("pmu");
    pmu.clk(gated_clk);
    pmu.event_bus(event_bus);

    pmu::coprocessor_adapter cpu(pmu.socket.get_base_interface());
    sc_core::sc_time delay;
    const auto read = [&](unsigned crn) {
        std::uint32_t value = 0;
        cpu.mrc({14, 0, crn}, value, {}, delay);
        return value;
    };
    const auto run_for = [&](double ns) {
        sc_core::sc_start(ns, sc_core::SC_NS);
        std::printf("at %.0f ns: CCNT %u, instructions %u, misses %u\n",
                    sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS), read(1),
                    read(2), read(3));
    };
    sc_core::sc_start(2, sc_core::SC_NS);
    cpu.mcr({14, 0, 0}, 0x0B << 20 | 0x07 << 12 | 1, {}, delay); // PMNC: PMN1 0x0B, PMN0 0x07, E
    run_for(1000);
    enable = false;
    run_for(500);
    enable = true;
    run_for(200);
    chip.final();
    return 0;
}
