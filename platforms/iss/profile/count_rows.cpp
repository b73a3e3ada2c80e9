// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/count_rows.h>

#include <process/printable.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace platform::iss {

namespace {

/// Function, file and line.
using code_place = std::tuple<std::uint32_t, std::string_view, std::uint32_t>;
using counts_by_place = std::map<code_place, activity_counts>;

counts_by_place counts_of_code(const call_profile& profile, count_scope scope) {
    counts_by_place found;
    profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
        const auto at = scope == count_scope::line ? profile.image().lines.at(pc) : std::nullopt;
        found[{profile.function_of(pc), at ? at->file : std::string_view(), at ? at->line : 0}].add(
            counts);
    });
    return found;
}

/// A frame without a caller is of the function that began on a stack.
counts_by_place counts_of_tasks(const call_profile& profile) {
    counts_by_place found;
    const std::vector<call_profile::frame>& frames = profile.frames();
    std::vector<std::uint32_t> first(frames.size()); // of the stack of each
    for (std::uint32_t n = 0; n < frames.size(); ++n) {
        first[n] = frames[n].parent == 0 ? n : first[frames[n].parent];
        if (!frames[n].counts.empty()) {
            found[{frames[first[n]].function, {}, 0}].add(frames[n].counts);
        }
    }
    return found;
}

} // namespace

std::vector<count_row> count_rows(const call_profile& profile, count_scope scope,
                                  activity::activity_kind by) {
    const counts_by_place found =
        scope == count_scope::task ? counts_of_tasks(profile) : counts_of_code(profile, scope);
    std::vector<count_row> rows;
    rows.reserve(found.size());
    for (const auto& [where, counts] : found) {
        const auto& [function, file, line] = where;
        rows.push_back({profile.name_of(function), process::printable(file), line, counts});
    }
    std::stable_sort(rows.begin(), rows.end(), [by](const count_row& a, const count_row& b) {
        return a.counts[by] > b.counts[by];
    });
    return rows;
}

} // namespace platform::iss
