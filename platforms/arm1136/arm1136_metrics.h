// SPDX-License-Identifier: Apache-2.0
// What follows from counts of the ARM1136's events.
#pragma once

#include <report/metric.h>

#include <vector>

namespace platform::arm1136 {

const std::vector<report::metric>& arm1136_metrics();

} // namespace platform::arm1136
