// SPDX-License-Identifier: Apache-2.0
// Makes case after case, several at a time, and keeps those that fail, as small as they can be.
#pragma once

#include "random_program.h"
#include "trial_place.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platform::fuzz {

/// Seeds, both included.
struct seed_range {
    std::uint64_t first = 1;
    std::uint64_t last = 100;
};

/// A or A..B. \return nothing for other text, and where B is less than A
std::optional<seed_range> read_seeds(const std::string& text);

/// What the programs of a part are made of.
struct program_source {
    const program::unit_info& unit;
    std::vector<const pmu::event_desc*> events;
};

struct campaign_request {
    trial_place place;                        ///< each job has a folder of its own
    std::string part = {};                    ///< of firmware
    const program_source* programs = nullptr; ///< nullptr: no programs
    bool has_firmware = true;
    seed_range seeds;
    std::uint32_t instructions = 0; ///< statements, or instructions of each state; 0: any
    double seconds = 0;             ///< no case begins later; 0: no limit
    unsigned jobs = 1;
    std::string keep = {};       ///< folder for what fails; empty: none
    bool shows_programs = false; ///< what fails has its files in its result, kept or not
};

struct case_result {
    std::uint64_t seed = 0;
    const char* kind = ""; ///< `program` or `firmware`
    std::string part;
    finding found;
    std::vector<std::string> files; ///< that are kept
    /// What files of it have, by their names.
    std::vector<std::pair<std::string, std::string>> contents;
};

struct campaign_outcome {
    std::uint64_t cases = 0;
    std::uint64_t compared = 0;        ///< both sides ended so that they have to agree
    std::vector<case_result> findings; ///< by seed
    bool is_stopped = false;           ///< before all were done
};

/// \param on_case is told of each case, one at a time; may be empty
/// \throws std::runtime_error if a file or process cannot be made
campaign_outcome run_campaign(const campaign_request& request,
                              const std::function<void(const case_result&)>& on_case);

} // namespace platform::fuzz
