// SPDX-License-Identifier: Apache-2.0
// Plays an access program on both clocks, or with two configurations, and compares.
#pragma once

#include "random_program.h"
#include "trial_place.h"

#include <string>
#include <vector>

namespace platform::fuzz {

/// What one side prints of a program.
struct printed_lines {
    std::string name; ///< of the side
    std::vector<std::string> lines;
};

/// Lines that differ, of both sides. Lines of the same subject, such as an event or a register,
/// stand beside each other, whatever one side has more: an event that did not occur on the other,
/// for example.
std::string explained(const printed_lines& a, const printed_lines& b);

class program_trial {
public:
    explicit program_trial(const trial_place& place) : m_place(place) {}

    finding judge(const program_case& c) const;
    /// As that of firmware_trial.
    finding judge_again(const program_case& c, const finding& /*known*/) const { return judge(c); }
    /// The words of both command lines. \param file of the case
    std::vector<std::vector<std::string>> commands(const program_case& c, const finding& known,
                                                   const std::string& file) const;

private:
    way way_of(unsigned side) const;

    const trial_place& m_place;
};

} // namespace platform::fuzz
