// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>

#include <xscale_common/xsc_aliases.h>

template class platform::xscale_common::xsc_platform<pmu::ixp42x_pmu>;

namespace platform::ixp42x {

const program::unit_info& ixp42x_unit() {
    static const program::table_unit unit(
        xscale_common::xsc_unit("ixp42x", "Intel IXP42X", pmu::ixp42x_registers,
                                pmu::xsc_core_events, pmu::ixp42x_parameters));
    return unit;
}

const part::part_entry& ixp42x_part() {
    static const part::part_entry entry{
        ixp42x_unit(),
        {{&pmu::xsc_core_events, xscale_common::xsc_aliases}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<ixp42x_platform>("platform", clock,
                                                     options.to(pmu::ixp42x_parameters));
        },
        ixp42x_demo,
    };
    return entry;
}

} // namespace platform::ixp42x
