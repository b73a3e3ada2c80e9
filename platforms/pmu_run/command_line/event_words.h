// SPDX-License-Identifier: Apache-2.0
// The words of --event: names, aliases and numbers of events, some in braces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pmu {
struct event_desc;
} // namespace pmu

namespace platform::part {
struct part_entry;
} // namespace platform::part

namespace platform::pmu_run {

/// The name of the cycles, beside those of events.
inline constexpr const char* cycles_name = "cycles";

/// nullptr: cycles.
using event_pointers = std::vector<const pmu::event_desc*>;

/// The words of a list, an empty one too.
std::vector<std::string> words_of(const std::string& list, char between = ',');

/// An event as it is asked for.
struct chosen_event {
    const pmu::event_desc* desc = nullptr; ///< nullptr: cycles
    std::string name;                      ///< that of the part, or the alias that was asked for

    std::optional<std::uint32_t> number() const; ///< nothing: of cycles
};

/// The events of a part, of all its revisions.
event_pointers events_of(const part::part_entry& part);

/// What a word means: a name, an alias of the part, or a number, which is 0x07, 7, or r07 as perf
/// has it. \param all events that it may mean \return nothing: none of them
std::optional<chosen_event> look_up_event(const event_pointers& all, const std::string& word,
                                          const part::part_entry& part);

/// The same. \param option that has the word, for the message
/// \throws usage_error if it is not there
chosen_event find_event(const event_pointers& all, const std::string& word,
                        const part::part_entry& part, const char* option = "--event");

/// The same of a list: groups in braces, or of one event.
/// \throws usage_error also for braces that do not match
std::vector<std::vector<chosen_event>>
read_event_groups(const std::string& list, const event_pointers& all, const part::part_entry& part);

/// The same of several lists, whatever is a group.
std::vector<chosen_event> read_events(const std::vector<std::string>& lists,
                                      const event_pointers& all, const part::part_entry& part);

} // namespace platform::pmu_run
