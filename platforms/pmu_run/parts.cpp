// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <arm1136/arm1136_platform.h>
#include <cci400/cci400_platform.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <ixp42x/ixp42x_platform.h>
#include <system/system_platform.h>
#include <xscale/xscale_platform.h>

namespace platform {

namespace {

platform_entry entry_of(const part_entry& part) {
    return {
        part.unit.name(),
        std::string(part.unit.title()) + ", " + std::to_string(part.unit.registers().size()) +
            " registers",
        &part,
        [&part](const clock_choice& clock) { return part.make(clock, default_values(part.unit)); },
        part.demo};
}

} // namespace

const std::vector<platform_entry>& all_platforms() {
    static const std::vector<platform_entry> platforms{
        entry_of(arm1136_part()),
        entry_of(cci400_part()),
        entry_of(xscale_part()),
        entry_of(ixp42x_part()),
        entry_of(cortex_r5_part()),
        {"system", "two Cortex-R5 and a CCI-400, --demo and --map only", nullptr,
         [](const clock_choice& clock) {
             return std::make_unique<system_platform>("platform", clock);
         },
         system_demo},
    };
    return platforms;
}

const platform_entry* find_platform(const std::string& name) {
    for (const platform_entry& p : all_platforms()) {
        if (name == p.name) {
            return &p;
        }
    }
    return nullptr;
}

} // namespace platform
