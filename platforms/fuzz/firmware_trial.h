// SPDX-License-Identifier: Apache-2.0
// Runs firmware in both modes, or with two configurations, and judges how that ends.
#pragma once

#include "child.h"
#include "random_firmware.h"
#include "trial_place.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace platform::fuzz {

/// Whether an address was executed with another encoding than the file has there, or with two where
/// the file has none. Firmware that stores into its code and goes there without a barrier may
/// execute the old or the new instruction (ARM Architecture Reference Manual: instruction fetches
/// are not ordered with stores), so the modes need not agree.
/// \param trace of --trace
bool shows_stored_code(const fuzz_case& c, std::istream& trace);

class firmware_trial {
public:
    explicit firmware_trial(const trial_place& place) : m_place(place) {}

    /// \return the gravest finding
    finding judge(const fuzz_case& c) const;
    /// The words of a command line, the program first. \param side 0 or 1 \param file of the case
    std::vector<std::string> command(const fuzz_case& c, unsigned side,
                                     const std::string& file) const;

private:
    finding judge_both(const run_result (&results)[2]) const;
    bool runs_what_it_stored(const fuzz_case& c, const std::string& file) const;
    finding judge_end(const run_result& result) const;
    std::string name_of(unsigned side) const;

    const trial_place& m_place;
};

} // namespace platform::fuzz
