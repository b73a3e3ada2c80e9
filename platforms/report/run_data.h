// SPDX-License-Identifier: Apache-2.0
// What a report says of a run, as one JSON object.
#pragma once

#include <exports/part_tables.h>
#include <report/run_recorder.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// What the recorder does not know of a run.
struct run_description {
    std::string kind;            ///< program, firmware, linux or demo
    std::string title;           ///< the file, or what else was run
    std::string clock;           ///< as the command line spells it; empty: a CPU's own
    std::uint64_t period_ps = 0; ///< of the clock
    /// How it ended: `passed`, and `text` for people or the members that --json has. Null: nothing
    /// is to be told.
    nlohmann::json result = {};
    /// Events that nobody can know the counts of; the recorder does not have them.
    std::vector<const pmu::event_desc*> not_supported = {};
    std::string unit = {}; ///< its name among several in one run; empty: it is the only one
    std::size_t units = 1; ///< that share a page
    /// Where firmware spent its cycles, as iss::profile_data() has it; null: nobody knows.
    nlohmann::ordered_json profile = {};
    /// Of the clock; nothing: it has never stood still.
    std::optional<std::uint64_t> cycles = {};
    std::string caches = {}; ///< what they are like; empty: there are none, or there is no CPU
    std::string mode = {};   ///< exact or fast, of a CPU that executes; empty: there is none
    /// Cycles that a CPU in fast mode was ahead at most, and so what is told of time may be off by.
    std::uint64_t quantum = 0;
};

/// Numbers that stand in a page at most, for all series together: some six bytes each.
constexpr std::size_t most_numbers = 160'000;

/// The object that the page reads. To be called while the unit can
/// still be looked at.
/// \param part whose registers and events are described
/// \param version of this project
nlohmann::ordered_json run_data(const run_recorder& recorder, const exports::part_tables& part,
                                const run_description& run, const std::string& version);

/// The same of several units of one run.
nlohmann::ordered_json joined(std::vector<nlohmann::ordered_json> units);

} // namespace platform::report
