// SPDX-License-Identifier: Apache-2.0
// A core that has a wire for each event, and an interrupt pin that is active low.
//
// The core stalls when the data cache buffers are full. The manual has two events for it: 0x08
// counts every cycle of a stall, 0x09 "once for each contiguous sequence". The core has one wire,
// so an occurrence_sampler makes the other one. In ten cycles the wire is
//
//   cycle   1  2  3  4  5  6  7  8  9  10
//   stall   0  1  1  1  1  0  0  1  1  0     six cycles (0x08), in two sequences (0x09)
//   miss    0  1  0  0  0  0  0  1  0  0     two data cache misses (0x0B)
//
// Cycle n ends with the clock's edge at n * 10 ns. PMN0 counts 0x08 from -5: the fifth stalled
// one, in cycle 8, makes it 0 and asserts the interrupt at 80 ns; the sixth makes it 1. The pin is
// idle from time 0 on.
//
// Prints:
//   0 s: nPMUIRQ is 1
//   80 ns: nPMUIRQ is 0
//   stalled cycles: -5 + 6 = 1, sequences: 2, misses: 2
//   105 ns: nPMUIRQ is 1
#include <pmu/ixp42x/ixp42x_pmu.h>
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/join_lines.h>
#include <pmu/tlm/occurrence_sampler.h>

#include <cstdint>
#include <iostream>

// The core, as far as its wires go: they change in the middle of a cycle, five ns before its edge.
struct core_model : sc_core::sc_module {
    sc_core::sc_out<bool> stall{"stall"};
    sc_core::sc_out<bool> miss{"miss"};

    SC_CTOR(core_model) { SC_THREAD(run); }

private:
    void run() {
        wait(5, sc_core::SC_NS);
        for (unsigned cycle = 1; cycle <= 10; ++cycle) {
            stall = (cycle >= 2 && cycle <= 5) || cycle == 8 || cycle == 9;
            miss = cycle == 2 || cycle == 8;
            wait(10, sc_core::SC_NS);
        }
    }
};

// Prints each change of the pin.
struct pin_watcher : sc_core::sc_module {
    sc_core::sc_in<bool> pin{"pin"};

    SC_CTOR(pin_watcher) {
        SC_METHOD(show);
        sensitive << pin;
        dont_initialize();
    }

private:
    // NOLINTNEXTLINE(readability-make-member-function-const): SC_METHOD takes no other
    void show() { std::cout << sc_core::sc_time_stamp() << ": nPMUIRQ is " << pin.read() << '\n'; }
};

int sc_main(int, char**) {
    const sc_core::sc_time period(10, sc_core::SC_NS);
    sc_core::sc_clock clk("clk", period, 0.5, period); // the first edge at 10 ns
    sc_core::sc_signal<bool> stall("stall");
    sc_core::sc_signal<bool> stall_begins("stall_begins");
    sc_core::sc_signal<bool> miss("miss");
    sc_core::sc_signal<sc_dt::sc_uint<24>> events("events");
    sc_core::sc_signal<bool> nPMUIRQ("nPMUIRQ");

    core_model core("core");
    core.stall(stall);
    core.miss(miss);
    // README: begin
    pmu::occurrence_sampler sampler("sampler");
    sampler.clk(clk);
    sampler.level(stall);
    sampler.occurrence(stall_begins); // high in the first cycle of each sequence
    pmu::join_lines<24> join("join");
    join.lines[0x08](stall); // wire n is event n; what stays unbound is 0
    join.lines[0x09](stall_begins);
    join.lines[0x0B](miss);
    join.bus(events);
    pmu::ixp42x_pmu pmu("pmu");
    pmu.clk(clk);
    pmu.event_bus(events);
    pmu.pmuirq(nPMUIRQ);
    pmu.set_irq_active_low(true);
    // README: end
    pin_watcher watcher("watcher");
    watcher.pin(nPMUIRQ);

    // A CPU model without a socket calls the PMU's interface.
    pmu::coprocessor_adapter cpu(pmu.socket.get_base_interface());
    sc_core::sc_time delay;
    const auto counter = [&](unsigned n) {
        std::uint32_t value = 0;
        cpu.mrc({14, 0, n, 2}, value, {}, delay);
        return static_cast<std::int32_t>(value);
    };
    sc_core::sc_start(1, sc_core::SC_NS);
    cpu.mcr({14, 0, 8, 1}, 0xFF0B0908, {}, delay); // EVTSEL: PMN3 counts nothing
    cpu.mcr({14, 0, 0, 2}, 0U - 5, {}, delay);     // PMN0
    cpu.mcr({14, 0, 4, 1}, 0x02, {}, delay);       // INTEN: PMN0
    cpu.mcr({14, 0, 0, 1}, 0x01, {}, delay);       // PMNC: E
    sc_core::sc_start(104, sc_core::SC_NS);
    std::cout << "stalled cycles: -5 + 6 = " << counter(0) << ", sequences: " << counter(1)
              << ", misses: " << counter(2) << '\n';
    cpu.mcr({14, 0, 5, 1}, 0x02, {}, delay); // FLAG: clears that of PMN0
    sc_core::sc_start(1, sc_core::SC_NS);
    return 0;
}
