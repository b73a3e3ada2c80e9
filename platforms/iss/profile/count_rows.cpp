// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/count_rows.h>

#include <process/printable.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace platform::iss {

std::vector<count_row> count_rows(const call_profile& profile, count_scope scope,
                                  activity::activity_kind by) {
    using key = std::tuple<std::uint32_t, std::string_view, std::uint32_t>;
    std::map<key, activity_counts> found;
    profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
        const auto place = scope == count_scope::line ? profile.image().lines.at(pc) : std::nullopt;
        found[{profile.function_of(pc), place ? place->file : std::string_view(),
               place ? place->line : 0}]
            .add(counts);
    });
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
