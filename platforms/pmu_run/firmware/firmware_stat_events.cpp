// SPDX-License-Identifier: Apache-2.0
#include "firmware_stat_events.h"

#include <pmu_run/command_line/numbers.h>

#include <iss/host/function_names.h>
#include <pmu/core/same_word.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

std::vector<event_name> names_of(const std::vector<const pmu::event_desc*>& all) {
    std::vector<event_name> names;
    for (const pmu::event_desc* e : all) {
        names.push_back({e->number, e->name});
    }
    return names;
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
    const auto found = find_event(names_of(all), word, part.part.unit);
    return found ? all[*found] : nullptr;
}

std::vector<stat_group> read_groups(const stat_request& request, const iss::firmware_part& part,
                                    const std::vector<const pmu::event_desc*>& all) {
    std::vector<stat_group> groups;
    const std::vector<event_name> names = names_of(all);
    for (const std::string& list : request.events) {
        for (const auto& members : read_event_groups(list, names, part.part.unit)) {
            stat_group& group = groups.emplace_back();
            for (const auto& event : members) {
                group.events.push_back(event ? all[*event] : nullptr);
            }
        }
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
