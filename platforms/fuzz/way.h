// SPDX-License-Identifier: Apache-2.0
// A way to run a case.
#pragma once

#include <string>
#include <vector>

namespace platform::fuzz {

/// What a way has different from the one that it is compared with.
enum class distinction {
    nothing, ///< that simulated firmware could notice
    mode,    ///< exact and fast
    quantum,
    caches, ///< their geometry, and so what takes how long
    option, ///< --against-option: what that does is looked for
};

struct way {
    std::string name;               ///< as explanations have it
    std::vector<std::string> words; ///< `stat`, then options; the part and the case are put between
    /// Which one before it has to agree, by its place among the ways; -1: none.
    int reference = -1;
    distinction of = distinction::nothing;
    bool has_region = false; ///< what it counts is that of a region, which a trace tells, too
    bool has_trace = false;
};

} // namespace platform::fuzz
