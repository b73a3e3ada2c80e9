// SPDX-License-Identifier: Apache-2.0
// A loosely timed CPU ahead of the simulation: it reports instructions in batches, on a clock that
// never toggles, and takes each interrupt after the instruction that it belongs to.
//
// An instruction takes two clocks of 10 ns. PMN0 counts instructions and overflows after every
// 1,000: after 1,000, 2,000 and 3,000 of them, at 20, 40 and 60 us. CCNT overflows on clock 5,001,
// at 50,010 ns, when instruction 2,501 is half done: it is taken at 50,020 ns. Until it overflows,
// CCNT is clocks - 5,001, as a signed number: -3,001 on clock 2,000; afterwards too, since nobody
// writes to it: 999 on clock 6,000.
//
// Prints:
//   PMN0 overflowed: raised at 20 us, taken at 20 us after 1000 instructions, CCNT -3001
//   PMN0 overflowed: raised at 40 us, taken at 40 us after 2000 instructions, CCNT -1001
//   CCNT overflowed: raised at 50010 ns, taken at 50020 ns after 2501 instructions, CCNT 1
//   PMN0 overflowed: raised at 60 us, taken at 60 us after 3000 instructions, CCNT 999
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

namespace pmnc = pmu::xscale_pmnc;

const sc_core::sc_time period(10, sc_core::SC_NS);
constexpr std::uint32_t instr_exec = 0x07; // event number
constexpr unsigned clocks_per_instruction = 2;
constexpr std::uint32_t sample = 0U - 1000; // PMN0 before each sample

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    sc_core::sc_port<pmu::batch_events_if> events{"events"};
    sc_core::sc_in<bool> irq{"irq"};

    SC_CTOR(cpu_model) {
        SC_THREAD(run);
        SC_METHOD(note_time);
        sensitive << irq.pos();
        dont_initialize();
    }

private:
    void run() {
        write(2, sample);    // PMN0
        write(1, 0U - 5001); // CCNT
        write(0, pmnc::evtCount0.in_place(instr_exec) | pmnc::inten_PMN0.mask() |
                     pmnc::inten_CCNT.mask() | pmnc::E.mask());
        while (m_done < 3000) {
            // README: begin
            // As far as the PMU changes no output: what counts instructions, and what counts
            // clocks.
            events->advance_to(m_keeper.get_local_time());
            const std::uint64_t clocks = events->edges_to_output_change();
            const std::uint64_t room = std::min(events->headroom(instr_exec),
                                                clocks / clocks_per_instruction +
                                                    (clocks % clocks_per_instruction != 0 ? 1 : 0));
            const std::uint64_t n = std::min<std::uint64_t>(room, 64); // a basic block
            m_done += n;
            m_keeper.inc(static_cast<double>(n * clocks_per_instruction) * period);
            events->count(instr_exec, n, m_keeper.get_local_time());
            if (n == room || m_keeper.need_sync()) {
                m_keeper.sync();
                wait(sc_core::SC_ZERO_TIME); // a pin that changes now has changed one delta later
            }
            if (irq) {
                take_interrupt();
            }
            // README: end
        }
    }
    void note_time() { m_raised = sc_core::sc_time_stamp(); }
    void take_interrupt() {
        const std::uint32_t control = read(0);
        write(0, control); // flags that were read as 1 are cleared, and PMUIRQ falls
        const bool is_sample = pmnc::flag_PMN0.is_set(control);
        if (is_sample) {
            write(2, sample);
        }
        std::cout << (is_sample ? "PMN0" : "CCNT") << " overflowed: raised at " << m_raised
                  << ", taken at " << sc_core::sc_time_stamp() << " after " << m_done
                  << " instructions, CCNT " << static_cast<std::int32_t>(read(1)) << '\n';
        wait(sc_core::SC_ZERO_TIME); // the pin
    }
    std::uint32_t read(unsigned crn) {
        std::uint32_t value = 0;
        sc_core::sc_time local = m_keeper.get_local_time();
        m_coprocessor.mrc({14, 0, crn}, value, {}, local);
        return value;
    }
    void write(unsigned crn, std::uint32_t value) {
        sc_core::sc_time local = m_keeper.get_local_time();
        m_coprocessor.mcr({14, 0, crn}, value, {}, local);
    }

    pmu::coprocessor_adapter m_coprocessor{socket};
    tlm_utils::tlm_quantumkeeper m_keeper;
    std::uint64_t m_done = 0; // instructions
    sc_core::sc_time m_raised;
};

int sc_main(int, char**) {
    tlm::tlm_global_quantum::instance().set(sc_core::sc_time(5, sc_core::SC_US));
    pmu::tickless_clock clk("clk", period);
    sc_core::sc_signal<bool> irq("irq");
    pmu::xscale_pmu pmu("pmu");
    cpu_model cpu("cpu");
    pmu.clk(clk);
    pmu.pmuirq(irq);
    cpu.irq(irq);
    cpu.socket.bind(pmu.socket);
    cpu.events(pmu.batch_events);
    sc_core::sc_start();
    return 0;
}
