// SPDX-License-Identifier: Apache-2.0
// What the trials of programs and of firmware share.
#pragma once

#include "child.h"

#include <functional>
#include <string>

namespace platform::fuzz {

/// With what cases are run, one at a time, and what is compared with what.
struct trial_place {
    bool is_stopped() const { return stop_asked && stop_asked(); }

    std::string pmu_run; ///< its path
    std::string folder;  ///< for files; it exists
    run_limits limits = {};
    /// An option of the part, NAME=VALUE, that one side has in place of the other clock or mode;
    /// empty: none.
    std::string against = {};
    std::function<bool()> stop_asked = {}; ///< may be empty
};

} // namespace platform::fuzz
