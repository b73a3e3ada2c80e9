// SPDX-License-Identifier: Apache-2.0
// Which lines and branches of firmware a run has executed, for genhtml and lcov.
#pragma once

#include <iss/meter/core_model.h>
#include <iss/profile/call_profile.h>

#include <cstddef>
#include <iosfwd>

namespace platform::iss {

/// How much of the code that has lines was executed.
struct coverage {
    std::size_t lines = 0;
    std::size_t lines_executed = 0;
    std::size_t branches = 0; ///< ways out of a branch that depends on a condition: two each
    std::size_t branches_taken = 0;
};

/// Writes a tracefile of geninfo: for each source file its functions, lines and branches, executed
/// or not; of code without a function, what was executed. A line has been executed as often as the
/// instruction of it that was executed most often; a branch is an instruction that may change PC,
/// and may not. \param profile that keeps the kind `instruction` \param core that has executed it
coverage write_coverage(std::ostream& out, const call_profile& profile, const core_model& core);

} // namespace platform::iss
