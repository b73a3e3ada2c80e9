// SPDX-License-Identifier: Apache-2.0
// What the store says of a point, as its specification judges it now. What has been run keeps its
// exit code, so that a specification that allows others judges anew and runs nothing again.
#pragma once

#include <sweep/spec/spec.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <optional>
#include <string>

namespace platform::sweep {

/// What has become of a point. Only a controller has points that are at work.
enum class point_state : std::uint8_t { left_out, missing, at_work, done, failed };

struct verdict {
    point_state state = point_state::missing; ///< or done, or failed
    std::optional<json> record;               ///< of the run that decides
    std::string reason;                       ///< of the last failure
    std::string log;                          ///< its file, relative to the store
    unsigned attempts = 0;                    ///< that have failed
    std::string broken; ///< what is wrong with a result that is there, but not whole
};

/// Members of a record.
inline constexpr const char* has_figures = "has_figures"; ///< although its exit code is not allowed
inline constexpr const char* was_ended = "was_ended";     ///< its task was ended while it ran

/// \param may_have_result, may_have_failures false: somebody has seen that there are none
verdict judge(const spec& of, const store& results, const std::string& key,
              bool may_have_result = true, bool may_have_failures = true);

/// Empty: the specification allows it.
std::string fault_of_exit_code(const spec& of, int code);

/// How often the task of a point may be ended while it runs, before the point counts as failed.
/// Somebody who cancels a task, and a machine that loses its power, are not its fault; a time limit
/// of tasks that is too short for it is. \return 2 at least
std::uint64_t most_ends(const spec& of);

/// Notes that the task of a point was ended while it ran. \param log what the task has printed
void add_end(const store& results, const std::string& key, const std::string& point,
             const std::string& log);

} // namespace platform::sweep
