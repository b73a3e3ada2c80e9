// SPDX-License-Identifier: Apache-2.0
#include "allowances.h"

namespace platform::fuzz {

namespace {

constexpr unsigned timed = bit_of(facet::timed_memory) | bit_of(facet::pmu) | bit_of(facet::path) |
                           bit_of(facet::time) | bit_of(facet::counts) |
                           bit_of(facet::interrupt_delay) | bit_of(facet::region_counts) |
                           bit_of(facet::profile);

constexpr const char* of_interrupts =
    "platforms/iss/timing.md, Two modes: in fast mode an interrupt is taken after the basic block";
constexpr const char* of_limits = "platforms/iss/timing.md, Two modes: fast mode looks at limits "
                                  "and endless loops between blocks";
constexpr const char* of_stores =
    "platforms/iss/timing.md, Not modelled: an instruction that was stored a few instructions ago "
    "executes as it was before, and blocks end at other places in exact than in fast mode (ARM "
    "Architecture Reference Manual: fetches are not ordered with stores)";
constexpr const char* of_misses = "platforms/iss/timing.md, Timing model: a miss takes 20 cycles, "
                                  "and counters and clocks show it";
constexpr const char* of_turns =
    "platforms/iss/README.md, pmu_run stat: a count is scaled by the time on a counter";
constexpr const char* of_delays = "platforms/iss/README.md, pmu_run stat: in fast mode "
                                  "interrupt_delay counts from the end of the basic block";

} // namespace

const std::vector<allowance>& allowances() {
    static const std::vector<allowance> list = [] {
        using d = distinction;
        using c = circumstance;
        std::vector<allowance> all = {
            {d::mode, c::interrupted, manner::wild, all_facets, of_interrupts},
            {d::mode, c::interrupted, manner::orderly, timed, of_interrupts},
            {d::mode, c::limited, manner::any, all_facets, of_limits},
            {d::caches, c::limited, manner::any, all_facets, of_limits},
            {d::mode, c::always, manner::any, bit_of(facet::interrupt_delay), of_delays},
            {d::caches, c::always, manner::wild, all_facets, of_misses},
            {d::caches, c::always, manner::orderly, timed | bit_of(facet::precise_memory),
             of_misses},
        };
        for (const d between : {d::nothing, d::mode, d::quantum, d::caches}) {
            all.push_back(
                {between, c::always, manner::any, bit_of(facet::scaled_counts), of_turns});
            all.push_back({between, c::own_stores, manner::any, all_facets, of_stores});
        }
        return all;
    }();
    return list;
}

} // namespace platform::fuzz
