// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_platform.h>

#include <xscale/xscale_unit.h>

template class platform::xscale_common::xsc_platform<pmu::xscale_pmu>;

namespace platform::xscale {

const part::part_entry& xscale_part() {
    static const part::part_entry entry{
        xscale_unit(),
        {{&pmu::xsc_events}},
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
