// SPDX-License-Identifier: Apache-2.0
// What becomes of the delay of an access, and what two decoupled initiators see.
//
// E is 1 from 5 ns on, edges come at 10, 20 ... ns. At 5 ns the first CPU reads with a delay of 40
// ns: the edges at 10 to 40 ns. The second reads with a delay of 20 ns, that is at 25 ns: those at
// 10 and 20 ns, where the access waits, as it always does on a toggling clock; where the unit has
// run ahead for the first, what that saw, and the warning `late`.
//
// Prints:
//   tickless, run_ahead: CCNT 4, delay 40 ns; CCNT 4, delay 20 ns
//   tickless, wait: CCNT 4, delay 0 s; CCNT 2, delay 0 s
//   toggling: CCNT 4, delay 0 s; CCNT 2, delay 0 s
#define SC_INCLUDE_DYNAMIC_PROCESSES // sc_spawn, in SystemC 2.3
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdint>
#include <cstdio>

/// A PMU on a clock, and what both CPUs saw.
struct platform {
    struct answer {
        std::uint32_t ccnt = 0;
        sc_core::sc_time delay;
    };
    pmu::xscale_pmu unit;
    answer answers[2];

    platform(const char* name, const sc_core::sc_signal_in_if<bool>& clk, pmu::sync_policy policy)
        : unit(name) {
        unit.clk(clk);
        // README: begin
        unit.set_sync_policy(policy); // run_ahead, where this is not called
        // README: end
        for (int i = 0; i < 2; ++i) {
            sc_core::sc_spawn([this, i] { run_cpu(i); });
        }
    }
    void run_cpu(int i) {
        sc_core::wait(5 + i * 0.001, sc_core::SC_NS); // the first comes first
        pmu::coprocessor_adapter coprocessor(unit.socket.get_base_interface());
        sc_core::sc_time delay;
        if (i == 0) {
            coprocessor.mcr({14, 0, 0}, 1, {}, delay); // PMNC: E
        }
        delay = sc_core::sc_time(i == 0 ? 40 : 20, sc_core::SC_NS);
        coprocessor.mrc({14, 0, 1}, answers[i].ccnt, {}, delay);
        answers[i].delay = delay;
    }
    void show(const char* policy) const {
        std::printf("%s: CCNT %u, delay %s; CCNT %u, delay %s\n", policy, answers[0].ccnt,
                    answers[0].delay.to_string().c_str(), answers[1].ccnt,
                    answers[1].delay.to_string().c_str());
    }
};

int sc_main(int, char**) {
    sc_core::sc_report_handler::set_actions("/pmu/xscale/late", sc_core::SC_DO_NOTHING);
    const sc_core::sc_time period(10, sc_core::SC_NS);
    pmu::tickless_clock tickless("tickless", period);
    sc_core::sc_clock toggling("toggling", period, 0.5, period); // the first edge at 10 ns
    platform ahead("ahead", tickless, pmu::sync_policy::run_ahead);
    platform waits("waits", tickless, pmu::sync_policy::wait);
    platform toggles("toggles", toggling, pmu::sync_policy::run_ahead);
    sc_core::sc_start(100, sc_core::SC_NS);
    ahead.show("tickless, run_ahead");
    waits.show("tickless, wait");
    toggles.show("toggling");
    return 0;
}
