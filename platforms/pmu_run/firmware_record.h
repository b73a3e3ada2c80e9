// SPDX-License-Identifier: Apache-2.0
// Takes samples of firmware while it runs, and writes them to a file.
#pragma once

#include "firmware_run.h"

#include <iss/platform/firmware_part.h>
#include <iss/sampling/sample_file.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

namespace platform::pmu_run {

class firmware_record {
public:
    /// \param options of the unit, which decide what events it has
    /// \throws std::runtime_error for events or periods that cannot be
    firmware_record(const iss::firmware_part& part, const firmware_request& request,
                    const program::option_values& options);

    /// What the simulator is to count for it, as bits.
    std::uint64_t kinds() const;
    /// Whether sampler() wants a profile.
    bool wants_profile() const { return m_request.record->chains; }
    /// \param profile of the run; nullptr: there is none \return for the CPU
    iss::execution_sampler* sampler(const iss::elf_image& image, const iss::call_profile* profile);
    /// Before the simulation. \param out must outlive this
    void begin(std::ostream& out);
    /// After it.
    void end(const iss::iss_cpu& cpu, const iss::iss_outcome& outcome);
    /// How many samples there are, for a message.
    std::string summary() const;

private:
    const iss::firmware_part& m_part;
    const firmware_request& m_request;
    iss::recording m_header;
    std::vector<iss::sampled_event> m_sampled; ///< the same for the sampler
    iss::driven_port m_unit;
    std::unique_ptr<iss::sampler> m_sampler;
    std::ostream* m_out = nullptr;
};

} // namespace platform::pmu_run
