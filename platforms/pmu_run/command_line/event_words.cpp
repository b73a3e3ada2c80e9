// SPDX-License-Identifier: Apache-2.0
#include "event_words.h"

#include "command.h"
#include "numbers.h"

#include <part/part_entry.h>
#include <pmu/core/event_table.h>
#include <pmu/core/same_word.h>
#include <process/text_streams.h>

#include <algorithm>

namespace platform::pmu_run {

namespace {

/// 0x07, 7, or r07 as perf has it.
std::optional<std::uint64_t> event_number(const std::string& word) {
    const bool is_raw = word.size() > 1 && (word[0] == 'r' || word[0] == 'R');
    return read_whole_number(is_raw ? "0x" + word.substr(1) : word);
}

/// Takes a brace off a word.
bool take_off(std::string& word, char brace, bool at_front) {
    if (word.empty() || (at_front ? word.front() : word.back()) != brace) {
        return false;
    }
    word.erase(at_front ? 0 : word.size() - 1, 1);
    return true;
}

} // namespace

std::vector<std::string> words_of(const std::string& list, char between) {
    process::text_reader in(list + between); // so that the last word may be empty, too
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, between);) {
        words.push_back(word);
    }
    return words;
}

std::optional<std::uint32_t> chosen_event::number() const {
    return desc == nullptr ? std::nullopt : std::optional<std::uint32_t>(desc->number);
}

event_pointers events_of(const part::part_entry& part) {
    event_pointers all;
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            all.push_back(&e);
        }
    }
    return all;
}

std::optional<chosen_event> look_up_event(const event_pointers& all, const std::string& word,
                                          const part::part_entry& part) {
    if (pmu::is_same_word(word, cycles_name)) {
        return chosen_event{nullptr, cycles_name};
    }
    const auto find = [&](const auto& is_meant) {
        return std::find_if(all.begin(), all.end(), is_meant);
    };
    const auto with_number = [&](std::uint64_t number) {
        return find([=](const pmu::event_desc* e) { return e->number == number; });
    };
    auto found = find([&](const pmu::event_desc* e) { return pmu::is_same_word(e->name, word); });
    std::string name = found != all.end() ? (*found)->name : "";
    if (found == all.end()) {
        const exports::alias_list& aliases = part.events.front().aliases;
        const auto* const alias = std::find_if(aliases.begin(), aliases.end(), [&](const auto& a) {
            return pmu::is_same_word(a.name, word);
        });
        if (alias != aliases.end()) {
            found = with_number(alias->number);
            name = alias->name;
        } else if (const auto number = event_number(word)) {
            found = with_number(*number);
            name = found != all.end() ? (*found)->name : "";
        }
    }
    return found != all.end() ? std::optional(chosen_event{*found, name}) : std::nullopt;
}

chosen_event find_event(const event_pointers& all, const std::string& word,
                        const part::part_entry& part, const char* option) {
    if (auto found = look_up_event(all, word, part)) {
        return *std::move(found);
    }
    throw usage_error(option, ": expected an event of the ", part.unit.title(), " (pmu_run events ",
                      part.unit.name(), ") or ", cycles_name, ", got '", word, "'");
}

std::vector<std::vector<chosen_event>> read_event_groups(const std::string& list,
                                                         const event_pointers& all,
                                                         const part::part_entry& part) {
    std::vector<std::vector<chosen_event>> groups;
    bool is_in_group = false;
    for (std::string& word : words_of(list)) {
        const bool begins = take_off(word, '{', true);
        const bool ends = take_off(word, '}', false);
        if ((begins && is_in_group) || (ends && !begins && !is_in_group)) {
            throw usage_error("--event: expected each '{' with a '}' after it, got '", list, "'");
        }
        if (begins || !is_in_group) {
            groups.emplace_back();
        }
        is_in_group = (is_in_group || begins) && !ends;
        groups.back().push_back(find_event(all, word, part));
    }
    if (is_in_group) {
        throw usage_error("--event: expected a '}' after '{', got '", list, "'");
    }
    return groups;
}

std::vector<chosen_event> read_events(const std::vector<std::string>& lists,
                                      const event_pointers& all, const part::part_entry& part) {
    std::vector<chosen_event> events;
    for (const std::string& list : lists) {
        for (const std::vector<chosen_event>& group : read_event_groups(list, all, part)) {
            events.insert(events.end(), group.begin(), group.end());
        }
    }
    return events;
}

} // namespace platform::pmu_run
