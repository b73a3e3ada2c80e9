// SPDX-License-Identifier: Apache-2.0
#include <part/pmu_platform.h>

#include <stdexcept>

namespace platform::part {

pmu_platform::pmu_platform(const sc_core::sc_module_name& name,
                           const components::clock_choice& clock, std::uint64_t unit_base,
                           unsigned pmuirq_line)
    : components::platform_fabric(name, clock),
      cpu("cpu", clock.period, components::memory_map::coprocessor(0)), m_unit_base(unit_base),
      m_pmuirq_line(pmuirq_line) {
    connect_cpu(cpu, m_irq);
}

void pmu_platform::refuse_direction() {
    throw std::logic_error("an output is not driven and an input is not read");
}

void pmu_platform::trace(sc_core::sc_trace_file* file) const {
    components::platform_fabric::trace(file);
    sc_core::sc_trace(file, m_pmuirq.pin, "pmuirq");
    m_traced->trace(file);
}

} // namespace platform::part
