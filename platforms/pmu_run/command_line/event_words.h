// SPDX-License-Identifier: Apache-2.0
// The words of --event: names and numbers of events, some in braces.
#pragma once

#include <string>
#include <vector>

namespace pmu {
struct event_desc;
} // namespace pmu

namespace platform::program {
class unit_info;
} // namespace platform::program

namespace platform::pmu_run {

/// The name of the cycles, beside those of events.
inline constexpr const char* cycles_name = "cycles";

/// nullptr: cycles.
using event_pointers = std::vector<const pmu::event_desc*>;

/// The words of a list, an empty one too.
std::vector<std::string> words_of(const std::string& list, char between = ',');

/// The event of a name or number: 0x07, 7, or r07 as perf has it. \param option for messages
/// \throws usage_error if it is not there
const pmu::event_desc* find_event(const event_pointers& all, const std::string& word,
                                  const program::unit_info& unit,
                                  const std::string& option = "--event");

/// The same of a list: groups in braces, or of one event.
/// \throws usage_error also for braces that do not match
std::vector<event_pointers> read_event_groups(const std::string& list, const event_pointers& all,
                                              const program::unit_info& unit);

} // namespace platform::pmu_run
