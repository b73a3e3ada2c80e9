// SPDX-License-Identifier: Apache-2.0
// The IXP42X's PMU (XSC2) as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/ixp42x/ixp42x_core.h>
#include <program/unit_info.h>

namespace platform::ixp42x {

const program::unit_info& ixp42x_unit();

} // namespace platform::ixp42x
