// SPDX-License-Identifier: Apache-2.0
// Runs firmware in both modes, or with two configurations, and judges how that ends.
#pragma once

#include "child.h"
#include "random_firmware.h"
#include "trial_place.h"

#include <string>
#include <vector>

namespace platform::fuzz {

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
    finding judge_end(const run_result& result) const;
    std::string name_of(unsigned side) const;

    const trial_place& m_place;
};

} // namespace platform::fuzz
