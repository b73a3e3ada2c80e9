// SPDX-License-Identifier: Apache-2.0
// What every platform has, however many CPUs and PMUs: clock, reset, bus, interrupt controller.
#pragma once

#include <components/clock_kind.h>
#include <components/interrupt_controller.h>
#include <components/interrupt_wires.h>
#include <components/memory_map.h>
#include <components/router.h>
#include <components/stub_cpu.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <memory>

namespace platform::components {

/// The clock of a platform. Edges fall at k * period, k >= 1, on both kinds.
struct clock_choice {
    clock_kind kind = clock_kind::sc_clock;
    sc_core::sc_time period; ///< at least two ticks of the time resolution
};

/// One clock and one reset for all units, one bus that takes every access to the unit at its
/// address, one interrupt controller. A platform derives from it and connects CPUs and PMUs.
class platform_fabric : public sc_core::sc_module {
public:
    router bus{"bus"};
    interrupt_controller vic{"vic"};

    platform_fabric(const sc_core::sc_module_name& name, const clock_choice& clock);

    const sc_core::sc_time& period() const { return m_period; }
    clock_kind kind_of_clock() const {
        return m_sc_clock != nullptr ? clock_kind::sc_clock : clock_kind::tickless;
    }
    void set_reset(bool asserted) { m_reset.write(asserted); }
    /// Adds clock, reset and the interrupt controller's outputs to a trace file.
    void trace(sc_core::sc_trace_file* file) const override;

protected:
    /// The outputs of the interrupt controller.
    sc_core::sc_signal<bool> m_irq{"cpu_irq"};
    sc_core::sc_signal<bool> m_fiq{"cpu_fiq"};

    /// Connects a CPU to the bus and to an output of the interrupt controller.
    void connect_cpu(stub_cpu& cpu, const sc_core::sc_signal<bool>& interrupt);

    /// Connects what every PMU has and maps it.
    /// \param line of the interrupt controller that takes PMUIRQ
    template <class Pmu>
    void connect_pmu(Pmu& pmu, std::uint64_t base, std::uint64_t window, interrupt_wire& pmuirq,
                     unsigned line) {
        bind_clock(pmu.clk);
        connect_clocked_pmu(pmu, base, window, pmuirq, line);
    }
    /// The same for a PMU with a clock of its own, which the caller binds.
    template <class Pmu>
    void connect_clocked_pmu(Pmu& pmu, std::uint64_t base, std::uint64_t window,
                             interrupt_wire& pmuirq, unsigned line) {
        pmu.reset(m_reset);
        pmu.pmuirq(pmuirq.pin);
        vic.irq_in[line](pmuirq.request);
        bus.map(base, window, pmu.socket);
    }

private:
    void bind_clock(sc_core::sc_in<bool>& clk);

    const sc_core::sc_time m_period;
    std::unique_ptr<sc_core::sc_clock> m_sc_clock;
    std::unique_ptr<pmu::tickless_clock> m_tickless_clock;
    sc_core::sc_signal<bool> m_reset{"reset"};
};

} // namespace platform::components
