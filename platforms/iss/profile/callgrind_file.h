// SPDX-License-Identifier: Apache-2.0
// A profile as Callgrind writes it, for KCachegrind, QCachegrind and callgrind_annotate.
#pragma once

#include <iss/profile/call_profile.h>
#include <iss/profile/profiled_event.h>

#include <iosfwd>
#include <string>

namespace platform::iss {

/// Writes what each instruction has counted, and what each call has taken with all that it has
/// called: the format of version 1 (Callgrind Format Specification), positions by address and line.
///
/// Where a function is called again before it has returned, by itself or by others, that call has
/// no costs: they are those of the call around it. So what the calls of a function have taken is
/// what the function has taken, also of one that calls itself. \param creator of the file \param
/// command that was run, as the file names it
void write_callgrind(std::ostream& out, const call_profile& profile, const profiled_events& events,
                     const std::string& creator, const std::string& command);

} // namespace platform::iss
