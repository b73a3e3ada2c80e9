// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/pmu_module_definitions.h>
#include <pmu/xscale/xscale_pmu.h>

namespace PMU_API pmu {

template <>
struct sampled_inputs<xscale_core> : xsc_sampled_inputs<xscale_core> {};

template class timed_unit<xscale_core>;
template class pmu_module<xscale_core>;
template class xsc_module<xscale_core>;
template class with_socket<xscale_module, 32>;
template class with_socket<xscale_module, 64>;
template class with_socket<xscale_module, 128>;

} // namespace pmu
