// SPDX-License-Identifier: Apache-2.0
// A PMU is saved in the middle of a run, and another one goes on where it was, on another kind of
// clock. A file serves as well as a string: the bytes are the same on every machine.
//
// CCNT counts every 64th clock (PMNC.D) from 0xFFFFFFFE, edge k is at 10 * k ns. At 705 ns it has
// had 70 edges: it has counted once, on edge 64, and its prescaler stands at 6. It wraps on edge
// 128, at 1280 ns, in both units.
//
// Prints:
//   705 ns: CCNT 0xFFFFFFFF and 0x00000000
//   705 ns: CCNT 0xFFFFFFFF and 0xFFFFFFFF
//   1275 ns: CCNT 0xFFFFFFFF and 0xFFFFFFFF, PMUIRQ 0 and 0
//   1285 ns: CCNT 0x00000000 and 0x00000000, PMUIRQ 1 and 1
//   refused
#include <pmu/core/snapshot.h>
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdio>
#include <sstream>

int sc_main(int, char**) {
    const sc_core::sc_time period(10, sc_core::SC_NS);
    pmu::tickless_clock computed("computed", period);
    sc_core::sc_clock toggling("toggling", period, 0.5, period); // the first edge at 10 ns
    sc_core::sc_signal<bool> first_irq("first_irq");
    sc_core::sc_signal<bool> second_irq("second_irq");
    pmu::xscale_pmu first("first");
    first.clk(computed);
    first.pmuirq(first_irq);
    pmu::xscale_pmu second("second");
    second.clk(toggling);
    second.pmuirq(second_irq);
    pmu::coprocessor_adapter of_first(first.socket.get_base_interface());
    pmu::coprocessor_adapter of_second(second.socket.get_base_interface());

    sc_core::sc_time delay;
    const auto show = [&](const char* when) {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        of_first.mrc({14, 0, 1}, a, {}, delay);
        of_second.mrc({14, 0, 1}, b, {}, delay);
        std::printf("%s: CCNT 0x%08X and 0x%08X", when, a, b);
    };
    sc_core::sc_start(5, sc_core::SC_NS);
    of_first.mcr({14, 0, 1}, 0xFFFFFFFE, {}, delay);
    of_first.mcr({14, 0, 0}, 0x49, {}, delay); // PMNC: interrupt of CCNT, D, E
    sc_core::sc_start(700, sc_core::SC_NS);
    show("705 ns");
    std::stringstream file;
    first.save(file);
    second.restore(file);
    show("\n705 ns");
    sc_core::sc_start(570, sc_core::SC_NS);
    show("\n1275 ns");
    std::printf(", PMUIRQ %d and %d", first_irq.read(), second_irq.read());
    sc_core::sc_start(10, sc_core::SC_NS);
    show("\n1285 ns");
    std::printf(", PMUIRQ %d and %d\n", first_irq.read(), second_irq.read());

    std::stringstream damaged(file.str().substr(1));
    try {
        second.restore(damaged);
    } catch (const pmu::snapshot_error&) { // what() says why; the unit is as it was
        std::puts("refused");
    }
    return 0;
}
