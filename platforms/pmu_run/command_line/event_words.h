// SPDX-License-Identifier: Apache-2.0
// The words of --event: names and numbers of events, some in braces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::program {
class unit_info;
} // namespace platform::program

namespace platform::pmu_run {

/// The name of the cycles, beside those of events.
inline constexpr const char* cycles_name = "cycles";

/// An event that a word can mean.
struct event_name {
    std::uint32_t number = 0;
    std::string name;
};

/// The words between commas, an empty one too.
std::vector<std::string> words_of(const std::string& list);

/// Where an event is, by its name or number: 0x07, 7, or r07 as perf has it.
/// \return nothing: cycles
/// \throws std::runtime_error if it is not there
std::optional<std::size_t> find_event(const std::vector<event_name>& all, const std::string& word,
                                      const program::unit_info& unit);

/// The same of a list: groups in braces, or of one event.
/// \throws std::runtime_error also for braces that do not match
std::vector<std::vector<std::optional<std::size_t>>>
read_event_groups(const std::string& list, const std::vector<event_name>& all,
                  const program::unit_info& unit);

} // namespace platform::pmu_run
