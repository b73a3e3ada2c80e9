// SPDX-License-Identifier: Apache-2.0
#include "event_words.h"

#include "command.h"
#include "numbers.h"

#include <pmu/core/event_table.h>
#include <pmu/core/same_word.h>
#include <program/unit_info.h>

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
    std::istringstream in(list + between); // so that the last word may be empty, too
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, between);) {
        words.push_back(word);
    }
    return words;
}

const pmu::event_desc* find_event(const event_pointers& all, const std::string& word,
                                  const program::unit_info& unit, const std::string& option) {
    if (pmu::is_same_word(word, cycles_name)) {
        return nullptr;
    }
    const auto find = [&](const auto& is_meant) {
        return std::find_if(all.begin(), all.end(), is_meant);
    };
    auto found = find([&](const pmu::event_desc* e) { return pmu::is_same_word(e->name, word); });
    if (const auto number = event_number(word); found == all.end() && number) {
        found = find([&](const pmu::event_desc* e) { return e->number == *number; });
    }
    if (found == all.end()) {
        throw usage_error(option, ": expected an event of the ", unit.title(), " (pmu_run events ",
                          unit.name(), ") or ", cycles_name, ", got '", word, "'");
    }
    return *found;
}

std::vector<event_pointers> read_event_groups(const std::string& list, const event_pointers& all,
                                              const program::unit_info& unit) {
    std::vector<event_pointers> groups;
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
        groups.back().push_back(find_event(all, word, unit));
    }
    if (is_in_group) {
        throw usage_error("--event: expected a '}' after '{', got '", list, "'");
    }
    return groups;
}

} // namespace platform::pmu_run
