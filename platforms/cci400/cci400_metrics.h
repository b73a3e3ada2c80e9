// SPDX-License-Identifier: Apache-2.0
// What follows from counts of the CCI-400's events.
#pragma once

#include <report/metric.h>

#include <vector>

namespace platform::cci400 {

const std::vector<report::metric>& cci400_metrics();

} // namespace platform::cci400
