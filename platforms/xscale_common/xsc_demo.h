// SPDX-License-Identifier: Apache-2.0
// The demonstration of the XScale PMUs: Linux perf counts every event, then the manual's modes.
#pragma once

#include <activity/activity_source.h>
#include <pmu/xscale_common/xsc_tables.h>
#include <xscale_common/linux_xsc_perf.h>

#include <cstdint>
#include <iosfwd>
#include <map>
#include <systemc>

namespace platform::xscale_common {

/// The core whose activity it is: single issue, caches of 32 sets by 32 ways, TLBs of 32 entries.
activity::pipeline_config xsc_pipeline();

/// Runs the plan on a platform that has been built and not yet simulated, and prints what follows
/// from the counts in each mode.
/// \param title of the table
/// \param event_bus of the platform
/// \param event_counters that one pass can use
/// \return whether every count is the generator's
bool run_xsc_demo(const char* title, part::pmu_platform& target,
                  sc_core::sc_signal<sc_dt::sc_uint<pmu::xsc_event_bus_width>>& event_bus,
                  linux_xsc_perf& driver, unsigned event_counters,
                  const part::demo_request& request, std::ostream& out);

/// Prints the modes that `event_counters` can count in one run, and their statistics.
/// \param counted by event number; a mode whose events are not all there is left out
void print_modes(std::ostream& out, unsigned event_counters, std::uint64_t cycles,
                 const std::map<std::uint32_t, std::uint64_t>& counted);

} // namespace platform::xscale_common
