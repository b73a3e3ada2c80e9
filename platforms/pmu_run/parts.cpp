// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <arm1136/arm1136_platform.h>
#include <cci400/cci400_platform.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <ixp42x/ixp42x_platform.h>
#include <xscale/xscale_platform.h>

namespace platform {

const std::vector<const part_entry*>& all_parts() {
    static const std::vector<const part_entry*> parts{
        &arm1136_part(), &cci400_part(), &xscale_part(), &ixp42x_part(), &cortex_r5_part()};
    return parts;
}

const part_entry* find_part(const std::string& name) {
    for (const part_entry* part : all_parts()) {
        if (name == part->unit.name()) {
            return part;
        }
    }
    return nullptr;
}

} // namespace platform
