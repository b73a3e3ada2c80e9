// SPDX-License-Identifier: Apache-2.0
#include <pmu/ixp42x/ixp42x_pmu.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace pmu {

template class pmu_module<ixp42x_core>;
template class xsc_pmu<ixp42x_core>;

} // namespace pmu
