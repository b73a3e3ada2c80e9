// SPDX-License-Identifier: Apache-2.0
// The page of a firmware run.
#pragma once

#include "firmware_run.h"

#include <iss/platform/firmware_part.h>
#include <report/run_recorder.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

namespace platform::pmu_run {

/// Watches the unit of a part while firmware runs. Counts are looked at when the CPU synchronises.
class firmware_report {
public:
    /// \param options of the unit, which decide what events it has
    firmware_report(const iss::firmware_part& part, const firmware_request& request,
                    const program::option_values& options);

    /// What the simulator is to count for it, as bits.
    std::uint64_t kinds() const;
    /// Cycles that the CPU is to run ahead of time at most, so that there is enough to be drawn.
    std::uint64_t quantum() const;
    /// Before the simulation. It must not outlive the platform's use.
    void watch(iss::firmware_platform& target);
    /// After the simulation.
    void write(std::ostream& out, const iss::iss_outcome& outcome);

private:
    std::vector<pmu::event_total> counts(const iss::iss_cpu& cpu) const;

    const iss::firmware_part& m_part;
    const firmware_request& m_request;
    const std::vector<const pmu::event_desc*> m_events;
    std::vector<const pmu::event_desc*> m_not_supported;
    sc_core::sc_time m_period;
    std::unique_ptr<report::run_recorder> m_recorder;
};

} // namespace platform::pmu_run
