// SPDX-License-Identifier: Apache-2.0
#include <components/platform_fabric.h>

namespace platform::components {

platform_fabric::platform_fabric(const sc_core::sc_module_name& name, const clock_choice& clock)
    : sc_core::sc_module(name), m_period(clock.period) {
    if (clock.kind == clock_kind::sc_clock) {
        m_sc_clock =
            std::make_unique<sc_core::sc_clock>("clk", clock.period, 0.5, clock.period, true);
    } else {
        m_tickless_clock = std::make_unique<pmu::tickless_clock>("clk", clock.period);
    }
    bus.map(memory_map::interrupt_controller, memory_map::interrupt_controller_size, vic.socket);
    vic.irq(m_irq);
    vic.fiq(m_fiq);
}

void platform_fabric::connect_cpu(stub_cpu& cpu, const sc_core::sc_signal<bool>& interrupt) {
    cpu.socket.bind(bus.socket);
    cpu.irq(interrupt);
}

void platform_fabric::bind_clock(sc_core::sc_in<bool>& clk) {
    if (m_sc_clock != nullptr) {
        clk(*m_sc_clock);
    } else {
        clk(*m_tickless_clock);
    }
}

void platform_fabric::trace(sc_core::sc_trace_file* file) const {
    if (m_sc_clock != nullptr) {
        sc_core::sc_trace(file, *m_sc_clock, "clk");
    }
    sc_core::sc_trace(file, m_reset, "reset");
    sc_core::sc_trace(file, m_irq, "cpu_irq");
    sc_core::sc_trace(file, m_fiq, "cpu_fiq");
}

} // namespace platform::components
