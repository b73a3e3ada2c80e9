// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/pmu_module_definitions.h>
#include <pmu/xscale/xscale_pmu.h>

namespace pmu {

template class pmu_module<xscale_core>;
template class xsc_pmu<xscale_core>;

} // namespace pmu
