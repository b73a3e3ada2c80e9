// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1176/arm1176_pmu.h>
#include <pmu/arm11_common/arm11_module_definitions.h>

namespace PMU_API pmu {

template <>
struct sampled_inputs<arm1176_core> : arm11_sampled_inputs<arm1176_core> {
    using module = arm1176_module;

    sampled_pin<sc_dt::sc_uint<arm1176_return_stack_width>> aux_events;
    sampled_pin<bool> v;

    arm1176_core::inputs sample(const module& ports, const module::event_bus_type& lines) const {
        arm1176_core::inputs in = arm11_sampled_inputs::sample(ports, lines);
        in.lines |= aux_events.read(ports.aux_events).to_uint64() << arm11_return_stack_line;
        in.v = v.read(ports.V);
        return in;
    }
};

template class timed_unit<arm1176_core>;
template class pmu_module<arm1176_core>;
template class arm11_module<arm1176_core>;
template class with_socket<arm1176_module, 32>;
template class with_socket<arm1176_module, 64>;
template class with_socket<arm1176_module, 128>;

arm1176_module::arm1176_module(const sc_core::sc_module_name& name,
                               const arm1176_config& parameters)
    : arm11_module(name, parameters) {
    optional_lines(aux_events, sampled().aux_events, arm11_return_stack_line);
    optional_pin(V, sampled().v, parameters.user_access, pin_use::accesses);
}

} // namespace pmu
