// SPDX-License-Identifier: Apache-2.0
// What can be seen of a run of firmware: whatever has to be the same in two ways to run it.
#pragma once

#include "child.h"
#include "random_firmware.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace platform::fuzz {

/// What is seen, by kinds, of which allowances speak.
enum class facet : std::uint8_t {
    end,             ///< exit code and messages
    console,         ///< standard output
    registers,       ///< R0 to R15, CPSR
    memory,          ///< pages by their hashes, but for
    timed_memory,    ///< those that have what the firmware has read of counters and clocks
    precise_memory,  ///< the same of what does not depend on the mode
    pmu,             ///< each register of the PMU that can be read
    path,            ///< instructions, interrupts
    time,            ///< cycles and simulated time
    counts,          ///< of events, by whoever counts in this way
    scaled_counts,   ///< of events that took turns on a counter
    interrupt_delay, ///< the longest
    region_counts,   ///< counts of a part of the run
    profile,         ///< counts of each instruction
};

constexpr unsigned bit_of(facet f) {
    return 1U << static_cast<unsigned>(f);
}
constexpr unsigned all_facets = (bit_of(facet::profile) << 1U) - 1;

const char* name_of(facet f);

struct observation {
    run_result process;
    std::map<facet, std::map<std::string, std::string>> facets; ///< values by their names
    std::uint64_t interrupts = 0;
    bool is_limited = false; ///< it ended where fast mode looks only between blocks
};

/// Files that a run writes, below a folder.
struct observed_files {
    explicit observed_files(const std::string& folder)
        : state(folder + "/state"), counts(folder + "/counts"), samples(folder + "/samples"),
          trace(folder + "/trace"), page(folder + "/page"), timeline(folder + "/timeline"),
          profile(folder + "/profile") {}

    std::string state;
    std::string counts;
    std::string samples;
    std::string trace;
    std::string page;
    std::string timeline;
    std::string profile;
};

/// Reads what a run has left. \param is_region whose counts are those of a region
/// \throws std::runtime_error if a file is not as pmu_run writes it
observation observe(const fuzz_case& c, const observed_files& files, run_result process,
                    bool is_region);

} // namespace platform::fuzz
