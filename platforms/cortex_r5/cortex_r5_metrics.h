// SPDX-License-Identifier: Apache-2.0
// What follows from counts of the Cortex-R5's events.
#pragma once

#include <report/metric.h>

#include <vector>

namespace platform::cortex_r5 {

const std::vector<report::metric>& cortex_r5_metrics();

} // namespace platform::cortex_r5
