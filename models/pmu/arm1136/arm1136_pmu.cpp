// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1136/arm1136_pmu.h>
#include <pmu/arm11_common/arm11_module_definitions.h>

namespace PMU_API pmu {

template <>
struct sampled_inputs<arm1136_core> : arm11_sampled_inputs<arm1136_core> {};

template class timed_unit<arm1136_core>;
template class pmu_module<arm1136_core>;
template class arm11_module<arm1136_core>;
template class with_socket<arm1136_module, 32>;
template class with_socket<arm1136_module, 64>;
template class with_socket<arm1136_module, 128>;

} // namespace pmu
