// SPDX-License-Identifier: Apache-2.0
// What is in the folder of a sweep that no point of its latest plan needs.
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::sweep {

/// A file, or a folder with all that is in it.
struct leftover {
    std::string name; ///< relative to the store
    std::string what; ///< "old result", for example
    std::uint64_t bytes = 0;
};

/// Finds results and failures of other points, results that were set aside, plans and input files
/// that the latest plan does not name, files of writers and folders of points that ended without
/// removing them, and tasks that are over or of another plan. What a sweep does not make itself is
/// none. Tasks of the latest plan that have not ended stay, since a batch system may start them
/// yet. While any task has not ended, so do what other machines and the last hour have written.
/// \return in the order of the names
/// \throws sweep_error if a point runs
std::vector<leftover> leftovers_of(const plan& of, const store& results);

/// Removes them, and the folders that are empty then. What has gone already is no error.
/// \throws sweep_error
void remove(const store& results, const std::vector<leftover>& what);

} // namespace platform::sweep
