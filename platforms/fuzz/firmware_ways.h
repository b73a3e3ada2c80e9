// SPDX-License-Identifier: Apache-2.0
// All the ways to run firmware that have to agree.
#pragma once

#include "observation.h"
#include "way.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace platform::fuzz {

/// The first way, with a trace: what the others look at is chosen by what it shows.
way first_way(const fuzz_case& c, const observed_files& files, std::uint64_t max_instructions);

/// All ways, the first one included. \param first what it has shown
std::vector<way> all_ways(const fuzz_case& c, const observed_files& files,
                          std::uint64_t max_instructions, const observation& first);

/// The two ways of --against-option. \param option NAME=VALUE
std::vector<way> ways_against(const fuzz_case& c, const observed_files& files,
                              std::uint64_t max_instructions, const std::string& option);

/// Of --region, as numbers.
struct address_range {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};
address_range region_of(const way& w);

/// A line of --trace.
struct traced {
    std::uint32_t pc = 0;
    std::string encoding; ///< `-`: an entry to an exception, or the like

    bool is_executed() const { return encoding != "-"; }
    std::uint64_t instructions = 0;
    std::uint64_t cycles = 0;
};
/// \return nothing at the end
std::optional<traced> read_traced(std::istream& trace);

/// What a trace says of a region.
struct region_counts {
    bool is_entered = false;
    std::uint64_t instructions = 0;
    std::uint64_t cycles = 0;
};
region_counts counts_in(const address_range& region, std::istream& trace);

} // namespace platform::fuzz
