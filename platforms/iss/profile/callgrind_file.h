// SPDX-License-Identifier: Apache-2.0
// Costs of code as Callgrind writes them, for KCachegrind, QCachegrind and callgrind_annotate.
#pragma once

#include <iss/profile/call_profile.h>
#include <iss/profile/profiled_event.h>

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace platform::iss {

/// What instructions have counted themselves, and what calls have with all that they have called.
/// Functions are those of call_profile::function_in().
struct callgrind_costs {
    struct event {
        std::string name;        ///< one word
        std::string description; ///< one line
    };
    using counts = std::vector<std::uint64_t>; ///< one for each event

    /// A call of a function, from a place in another.
    struct edge {
        std::uint32_t caller = call_profile::no_function;
        std::uint32_t site = call_profile::no_site;
        std::uint32_t callee = call_profile::no_function;

        friend bool operator<(const edge& a, const edge& b) {
            return std::tie(a.caller, a.site, a.callee) < std::tie(b.caller, b.site, b.callee);
        }
    };
    struct call_cost {
        std::uint64_t calls = 0; ///< where 0 the reader takes the costs for own ones
        counts all;              ///< with what it has called; empty: 0 of each
    };

    std::vector<event> events;
    std::map<std::uint32_t, counts> own; ///< by address
    std::map<edge, call_cost> calls;

    /// Adds one to another. \param sum empty: 0 of each
    static void add(counts& sum, const counts& more);
};

/// Those of a profile.
///
/// Where a function is called again before it has returned, by itself or by others, that call has
/// no costs: they are those of the call around it. So what the calls of a function have taken is
/// what the function has taken, also of one that calls itself.
callgrind_costs costs_of(const call_profile& profile, const profiled_events& events);

/// Writes costs in the format of version 1 (Callgrind Format Specification), positions by address
/// and line. \param image whose functions they are of \param creator of the file \param command
/// that was run, as the file names it
void write_callgrind(std::ostream& out, const elf_image& image, const callgrind_costs& costs,
                     const std::string& creator, const std::string& command);

} // namespace platform::iss
