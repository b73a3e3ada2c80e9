// SPDX-License-Identifier: Apache-2.0
// How often each event occurred while firmware ran.
#pragma once

#include "firmware_run.h"

#include <iss/platform/firmware_part.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace platform::pmu_run {

class firmware_stat {
public:
    /// \param options of the unit, which decide what events it has
    /// \throws std::runtime_error for an event that the part does not have
    firmware_stat(const iss::firmware_part& part, const firmware_request& request,
                  const program::option_values& options);

    /// What the simulator is to count for it, as bits.
    std::uint64_t kinds() const;
    /// \param cpu has run
    void print(std::ostream& out, const iss::iss_cpu& cpu) const;

private:
    const iss::firmware_part& m_part;
    const firmware_request& m_request;
    std::vector<const pmu::event_desc*> m_events; ///< nullptr: cycles of the CPU
};

} // namespace platform::pmu_run
