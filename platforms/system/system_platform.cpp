// SPDX-License-Identifier: Apache-2.0
#include <system/system_platform.h>

namespace platform::system {

cortex_r5_node::cortex_r5_node(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                               std::uint64_t coprocessor_window)
    : sc_core::sc_module(name), cortex_r5::wired_cortex_r5({}, period),
      cpu("cpu", period, coprocessor_window) {
}

system_platform::system_platform(const sc_core::sc_module_name& name,
                                 const components::clock_choice& clock)
    : components::platform_fabric(name, clock), r5("r5"), cci("cci", clock.period) {
    r5.init(cpus, [&clock](const char* node, std::size_t n) {
        return new cortex_r5_node(node, clock.period,
                                  components::memory_map::coprocessor(static_cast<unsigned>(n)));
    });
    for (unsigned n = 0; n < cpus; ++n) {
        connect_cpu(r5[n].cpu, n == 0 ? m_irq : m_fiq);
        connect_pmu(r5[n].unit, components::memory_map::coprocessor(n),
                    pmu::coprocessor_window_size, r5[n].pmuirq,
                    components::memory_map::pmuirq_line + n);
    }
    r5[0].connect_requests(vic);
    connect_pmu(cci.unit, cci400::wired_cci400::base, cci400::wired_cci400::window_size, cci.pmuirq,
                cci400::wired_cci400::pmuirq_line);
    cci.connect_overflow(vic);
}

} // namespace platform::system
