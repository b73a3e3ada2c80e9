// SPDX-License-Identifier: Apache-2.0
#include <parts/platform/pmu_platform.h>

namespace platform {

pmu_platform::pmu_platform(const sc_core::sc_module_name& name, const clock_choice& clock,
                           std::uint64_t unit_base, unsigned pmuirq_line)
    : sc_core::sc_module(name), cpu("cpu", clock.period, memory_map::coprocessor(0)),
      m_period(clock.period), m_unit_base(unit_base) {
    if (clock.kind == clock_kind::sc_clock) {
        m_sc_clock =
            std::make_unique<sc_core::sc_clock>("clk", clock.period, 0.5, clock.period, true);
    } else {
        m_tickless_clock = std::make_unique<pmu::tickless_clock>("clk", clock.period);
    }
    cpu.socket.bind(bus.socket);
    bus.map(memory_map::interrupt_controller, memory_map::interrupt_controller_size, vic.socket);
    vic.irq_in[pmuirq_line](m_interrupt);
    vic.irq(m_cpu_irq);
    cpu.irq(m_cpu_irq);
    SC_HAS_PROCESS(pmu_platform);
    SC_METHOD(forward_pmuirq);
    sensitive << m_pmuirq;
}

void pmu_platform::bind_clock(sc_core::sc_in<bool>& clk) {
    if (m_sc_clock != nullptr) {
        clk(*m_sc_clock);
    } else {
        clk(*m_tickless_clock);
    }
}

void pmu_platform::forward_pmuirq() { m_interrupt.write(pmuirq()); }

void pmu_platform::trace(sc_core::sc_trace_file* file) const {
    if (m_sc_clock != nullptr) {
        sc_core::sc_trace(file, *m_sc_clock, "clk");
    }
    sc_core::sc_trace(file, m_reset, "reset");
    sc_core::sc_trace(file, m_pmuirq, "pmuirq");
    sc_core::sc_trace(file, m_cpu_irq, "cpu_irq");
    m_traced->trace(file);
}

} // namespace platform
