// SPDX-License-Identifier: Apache-2.0
// A profile as JSON, for the page of a run.
#pragma once

#include <iss/profile/call_profile.h>

#include <nlohmann/json.hpp>

namespace platform::iss {

/// The functions with what they and those they called took, inlined ones among them ("f
/// (inlined)"), the source lines, and the frames of a flame graph: the most expensive ones of each,
/// and how many are left out.
///
///     cycles     of the run
///     functions  {name, self, total}, the greatest total first
///     frames     {function, parent, total}: positions in `functions` and before it in `frames`
///     lines      {file, line, function, cycles}, the greatest first
///
/// Each is an object with `rows`, arrays in that order, and `omitted`.
nlohmann::ordered_json profile_data(const call_profile& profile);

} // namespace platform::iss
