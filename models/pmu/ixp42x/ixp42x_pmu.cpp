// SPDX-License-Identifier: Apache-2.0
#include <pmu/ixp42x/ixp42x_pmu.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace PMU_API pmu {

template <>
struct sampled_inputs<ixp42x_core> : xsc_sampled_inputs<ixp42x_core> {};

template class timed_unit<ixp42x_core>;
template class pmu_module<ixp42x_core>;
template class xsc_module<ixp42x_core>;
template class with_socket<ixp42x_module, 32>;
template class with_socket<ixp42x_module, 64>;
template class with_socket<ixp42x_module, 128>;

} // namespace pmu
