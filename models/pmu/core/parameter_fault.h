// SPDX-License-Identifier: Apache-2.0
// How a core says that a configuration is impossible.
#pragma once

#include <cstdint>

namespace pmu {

/// A parameter with a value that it cannot have: the error `/pmu/<part>/<parameter>`.
struct parameter_fault {
    const char* parameter = nullptr; ///< its name; nullptr: nothing is wrong
    const char* expected = nullptr;  ///< what it must be, such as `a code from 0 to 15`
    std::uint64_t value = 0;         ///< what it was set to

    /// Whether something is wrong.
    constexpr explicit operator bool() const { return parameter != nullptr; }
};

} // namespace pmu
