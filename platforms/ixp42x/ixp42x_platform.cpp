// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>

#include <ixp42x/ixp42x_unit.h>

template class platform::xscale_common::xsc_platform<pmu::ixp42x_pmu>;

namespace platform::ixp42x {

const part::part_entry& ixp42x_part() {
    static const part::part_entry entry{
        ixp42x_unit(),
        {{&pmu::xsc_core_events}},
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
