// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_platform.h>

#include <xscale_common/xsc_aliases.h>

template class platform::xscale_common::xsc_platform<pmu::xscale_pmu>;

namespace platform::xscale {

const program::unit_info& xscale_unit() {
    static const program::table_unit unit(
        xscale_common::xsc_unit("xscale", "Intel XScale core", pmu::xscale_registers,
                                pmu::xsc_events, pmu::xscale_parameters));
    return unit;
}

const part::part_entry& xscale_part() {
    static const part::part_entry entry{
        xscale_unit(),
        {{&pmu::xsc_events, xscale_common::xsc_aliases}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<xscale_platform>("platform", clock,
                                                     options.to(pmu::xscale_parameters));
        },
        xscale_demo,
    };
    return entry;
}

} // namespace platform::xscale
