// SPDX-License-Identifier: Apache-2.0
// What one task of a batch system runs: some points, one after the other, in a process of its own
// on whatever machine. A task is a few files in the store:
//   NAME.points  the numbers of its points, a range a line
//   NAME.now     those that it runs at the moment; where it ends without a word, they were the end
//   NAME.end     it has ended in order
//   NAME.log     what it printed
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::sweep {

/// Numbers of points as text: ranges, a line each.
std::string text_of_points(const std::vector<std::uint64_t>& points);
/// \throws sweep_error where the text is none, or cut
std::vector<std::uint64_t> points_of_text(const std::string& name, const std::string& text,
                                          std::uint64_t size);

/// Points that a task says it runs; none if it has not said so, or what it said cannot be read.
std::vector<std::uint64_t> running_of_task(const store& results, const std::string& name,
                                           std::uint64_t size);
/// Characters of a task's output that are kept.
inline constexpr std::size_t most_task_log = 4096;

/// A task: runs those of its points that have no result yet.
/// \param name of the task, relative to the store \param jobs processes at a time
/// \return whether it was not stopped by a signal
bool run_task(const plan& of, const store& results, const std::string& name, unsigned jobs);

} // namespace platform::sweep
