// SPDX-License-Identifier: Apache-2.0
// The modes of the XScale PMUs: events that are counted together, and what follows from the counts.
#pragma once

#include <report/metric.h>

#include <cstdint>
#include <vector>

namespace platform::xscale_common {

/// Of a line of either cache, unless a simulator has been told otherwise.
constexpr std::uint32_t line_bytes = 32;

/// The common uses of the PMU, in the order of the manual's table (IXP42X, Table 61): two events
/// each, evtCount0 first. The description is the mode's name as the manual spells it.
const std::vector<report::metric>& pmu_modes();

/// What four counters can do in one run: the combination that the IXP42X manual gives as example.
const report::metric& four_counter_mode();

} // namespace platform::xscale_common
