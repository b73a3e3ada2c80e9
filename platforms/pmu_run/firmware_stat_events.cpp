// SPDX-License-Identifier: Apache-2.0
#include "firmware_stat_events.h"

#include "numbers.h"

#include <iss/host/function_names.h>
#include <pmu/core/same_word.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>

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

void read_events(const std::string& list, const iss::firmware_part& part,
                 const std::vector<const pmu::event_desc*>& all, std::vector<stat_group>& groups) {
    bool is_in_group = false;
    for (std::string& word : words_of(list)) {
        const bool begins = take_off(word, '{', true);
        const bool ends = take_off(word, '}', false);
        if ((begins && is_in_group) || (ends && !begins && !is_in_group)) {
            throw std::runtime_error("--event: expected each '{' with a '}' after it, got '" +
                                     list + "'");
        }
        if (begins || !is_in_group) {
            groups.emplace_back();
        }
        is_in_group = (is_in_group || begins) && !ends;
        groups.back().events.push_back(find_event(all, word, part));
    }
    if (is_in_group) {
        throw std::runtime_error("--event: expected a '}' after '{', got '" + list + "'");
    }
}

stat_group group_of(const std::string& word, const iss::firmware_part& part,
                    const std::vector<const pmu::event_desc*>& all) {
    const std::vector<report::metric>& metrics = part.metrics();
    const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const report::metric& m) {
        return pmu::is_same_word(m.name, word);
    });
    if (found == metrics.end()) {
        throw std::runtime_error("--metrics: expected a metric of the " +
                                 std::string(part.part.unit.title()) + " (pmu_run stat " +
                                 part.part.unit.name() + " --list-metrics), got '" + word + "'");
    }
    stat_group group;
    group.metric = &*found;
    for (const std::uint32_t number : found->events) {
        group.events.push_back(*std::find_if(
            all.begin(), all.end(), [=](const pmu::event_desc* e) { return e->number == number; }));
    }
    if (found->needs_cycles()) {
        group.events.push_back(nullptr);
    }
    return group;
}

/// Of the function or instruction that a word means; nothing: of none.
/// \throws std::runtime_error where it can mean several
std::optional<std::uint32_t> address_of(const std::string& word, const std::string& text,
                                        const iss::elf_image& image) {
    const std::vector<const iss::elf_symbol*> functions = iss::functions_named(image, word);
    if (functions.size() > 1) {
        throw std::runtime_error("--region " + text + ": expected one function, got '" + word +
                                 "', which may be " + iss::choices_text(functions, image));
    }
    if (!functions.empty()) {
        return functions.front()->address;
    }
    const std::optional<std::uint64_t> address = read_whole_number(word);
    return address && *address <= UINT32_MAX && *address % 2 == 0
               ? std::optional(static_cast<std::uint32_t>(*address))
               : std::nullopt;
}

} // namespace

const pmu::event_desc* find_event(const std::vector<const pmu::event_desc*>& all,
                                  const std::string& word, const iss::firmware_part& part) {
    if (pmu::is_same_word(word, cycles_name)) {
        return nullptr;
    }
    const auto find = [&](const auto& is_meant) {
        const auto found = std::find_if(all.begin(), all.end(), is_meant);
        return found != all.end() ? *found : nullptr;
    };
    const pmu::event_desc* found =
        find([&](const pmu::event_desc* e) { return pmu::is_same_word(e->name, word); });
    if (const auto number = event_number(word); found == nullptr && number) {
        found = find([&](const pmu::event_desc* e) { return e->number == *number; });
    }
    if (found == nullptr) {
        throw std::runtime_error("--event: expected an event of the " +
                                 std::string(part.part.unit.title()) + " (pmu_run events " +
                                 part.part.unit.name() + ") or " + cycles_name + ", got '" + word +
                                 "'");
    }
    return found;
}

std::vector<std::string> words_of(const std::string& list) {
    std::istringstream in(list + ','); // so that the last word may be empty, too
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, ',');) {
        words.push_back(word);
    }
    return words;
}

std::vector<stat_group> read_groups(const stat_request& request, const iss::firmware_part& part,
                                    const std::vector<const pmu::event_desc*>& all) {
    std::vector<stat_group> groups;
    for (const std::string& list : request.events) {
        read_events(list, part, all, groups);
    }
    for (const std::string& list : request.metrics) {
        for (const std::string& word : words_of(list)) {
            groups.push_back(group_of(word, part, all));
        }
    }
    return groups;
}

// Names of C++ have colons, too.
stat_region read_region(const std::string& text, const iss::elf_image& image) {
    std::string unknown;
    for (std::size_t colon = text.rfind(':'); colon != std::string::npos;
         colon = colon == 0 ? std::string::npos : text.rfind(':', colon - 1)) {
        const std::string words[] = {text.substr(0, colon), text.substr(colon + 1)};
        const auto from = address_of(words[0], text, image);
        const auto to = address_of(words[1], text, image);
        if (from && to) {
            return {*from, *to};
        }
        const bool is_in_name = text.compare(colon, 2, "::") == 0 ||
                                (colon != 0 && text.compare(colon - 1, 2, "::") == 0);
        if (unknown.empty() && !is_in_name) {
            unknown = "got '" + words[from ? 1 : 0] + "'";
        }
    }
    if (unknown.empty()) {
        throw std::runtime_error("--region: expected FROM:TO, got '" + text + "'");
    }
    throw std::runtime_error("--region " + text + ": expected a function of " + image.path +
                             " or the address of an instruction, " + unknown);
}

} // namespace platform::pmu_run
