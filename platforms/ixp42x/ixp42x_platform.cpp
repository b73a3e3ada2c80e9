// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>

#include <ixp42x/ixp42x_unit.h>

namespace platform {

template class xsc_platform<pmu::ixp42x_pmu>;

const part_entry& ixp42x_part() {
    static const part_entry entry{
        ixp42x_unit(),
        [](std::ostream& out) { print_events(out, pmu::xsc_core_events); },
        [](const clock_choice& clock,
           const std::vector<std::uint64_t>& option_values) -> std::unique_ptr<pmu_platform> {
            return std::make_unique<ixp42x_platform>("platform", clock,
                                                     ixp42x_configuration(option_values));
        },
        ixp42x_demo,
    };
    return entry;
}

} // namespace platform
