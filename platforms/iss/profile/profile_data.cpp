// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/profile_data.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace platform::iss {

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_functions = 1000;
constexpr std::size_t most_shown_frames = 3000;
constexpr std::size_t most_lines = 1000;
constexpr std::size_t most_characters = 160; ///< of a name

constexpr std::uint32_t no_function = call_profile::no_function;

/// A function as called by a chain of others, wherever those call.
struct frame {
    std::uint32_t function = no_function;
    std::uint32_t parent = 0; ///< before it; of the root: itself
    std::uint64_t cycles = 0; ///< of its own
};

std::vector<frame> frames_of(const call_profile& profile) {
    std::vector<frame> all;
    using place = std::pair<std::uint32_t, std::uint32_t>; // parent and function
    constexpr place root{UINT32_MAX, no_function};
    std::map<place, std::uint32_t> by_place;
    std::vector<std::uint32_t> position; ///< among `all`, of each of the profile
    for (const call_profile::frame& f : profile.frames()) {
        const bool is_root = position.empty();
        const std::uint32_t parent = is_root ? 0 : position[f.parent];
        auto found = by_place.find({parent, f.function});
        if (is_root || found == by_place.end()) {
            const auto at = static_cast<std::uint32_t>(all.size());
            all.push_back({f.function, parent, 0});
            found = by_place.insert_or_assign(is_root ? root : place{parent, f.function}, at).first;
        }
        position.push_back(found->second);
        all[found->second].cycles += f.counts.cycles();
    }
    return all;
}

struct function_cost {
    std::uint32_t function = no_function;
    std::uint64_t self = 0;
    std::uint64_t total = 0;
};

/// Of each frame, with those it called.
std::vector<std::uint64_t> totals_of(const std::vector<frame>& frames) {
    std::vector<std::uint64_t> totals(frames.size());
    for (std::size_t n = frames.size(); n-- != 0;) {
        totals[n] += frames[n].cycles;
        if (n != 0) {
            totals[frames[n].parent] += totals[n];
        }
    }
    return totals;
}

/// Whether no frame around it is of the same function: else its cycles are among those of that.
bool is_outermost(const std::vector<frame>& frames, std::uint32_t n) {
    for (std::uint32_t at = frames[n].parent; at != 0; at = frames[at].parent) {
        if (frames[at].function == frames[n].function) {
            return false;
        }
    }
    return true;
}

std::vector<function_cost> costs_of(const std::vector<frame>& frames,
                                    const std::vector<std::uint64_t>& totals) {
    std::map<std::uint32_t, function_cost> by_function;
    for (std::uint32_t n = 1; n < frames.size(); ++n) {
        function_cost& cost = by_function[frames[n].function];
        cost.function = frames[n].function;
        cost.self += frames[n].cycles;
        cost.total += is_outermost(frames, n) ? totals[n] : 0;
    }
    std::vector<function_cost> costs;
    costs.reserve(by_function.size());
    for (const auto& [function, cost] : by_function) {
        costs.push_back(cost);
    }
    std::stable_sort(costs.begin(), costs.end(), [](const auto& a, const auto& b) {
        return std::tie(a.total, a.self) > std::tie(b.total, b.self);
    });
    return costs;
}

/// \param kept so many rows stand in it
json table(json rows, std::size_t kept, std::size_t all) {
    return {{"rows", std::move(rows)}, {"omitted", all - std::min(kept, all)}};
}

/// \param positions gets that of each function among the rows
json functions_json(const std::vector<function_cost>& costs, const call_profile& profile,
                    std::map<std::uint32_t, std::size_t>& positions) {
    json rows = json::array();
    for (const function_cost& cost : costs) {
        if (rows.size() == most_functions) {
            break;
        }
        positions[cost.function] = rows.size();
        rows.push_back({std::string(profile.name_of(cost.function)).substr(0, most_characters),
                        cost.self, cost.total});
    }
    return table(std::move(rows), most_functions, costs.size());
}

/// The greatest frames, each after that around it. What is left out is less than what is kept.
json frames_json(const std::vector<frame>& frames, const std::vector<std::uint64_t>& totals,
                 const std::map<std::uint32_t, std::size_t>& positions) {
    std::vector<std::uint32_t> order(frames.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return totals[a] > totals[b]; });
    std::vector<int> kept(frames.size(), -1);
    json rows = json::array();
    for (const std::uint32_t n : order) {
        const auto position = positions.find(frames[n].function);
        const bool is_shown = n == 0 || (kept[frames[n].parent] >= 0 && totals[n] != 0 &&
                                         position != positions.end());
        if (is_shown && rows.size() < most_shown_frames) {
            const int parent = n == 0 ? -1 : kept[frames[n].parent];
            const int function = n == 0 ? -1 : static_cast<int>(position->second);
            kept[n] = static_cast<int>(rows.size());
            rows.push_back({function, parent, totals[n]});
        }
    }
    const std::size_t count = rows.size();
    return table(std::move(rows), count, frames.size());
}

json lines_json(const call_profile& profile,
                const std::map<std::uint32_t, std::size_t>& positions) {
    struct place {
        std::string_view file;
        std::uint32_t line;
        std::uint32_t function;

        bool operator<(const place& other) const {
            return std::tie(file, line, function) <
                   std::tie(other.file, other.line, other.function);
        }
    };
    std::map<place, std::uint64_t> cycles;
    profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
        const auto at = profile.image().lines.at(pc);
        if (at && counts.cycles() != 0) {
            cycles[{at->file, at->line, profile.function_of(pc)}] += counts.cycles();
        }
    });
    std::vector<std::pair<place, std::uint64_t>> order(cycles.begin(), cycles.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    json rows = json::array();
    for (const auto& [where, n] : order) {
        if (rows.size() == most_lines) {
            break;
        }
        const auto position = positions.find(where.function);
        rows.push_back({std::string(where.file.substr(0, most_characters)), where.line,
                        position == positions.end() ? -1 : static_cast<int>(position->second), n});
    }
    return table(std::move(rows), most_lines, order.size());
}

} // namespace

json profile_data(const call_profile& profile) {
    const std::vector<frame> frames = frames_of(profile);
    const std::vector<std::uint64_t> totals = totals_of(frames);
    std::map<std::uint32_t, std::size_t> positions;
    json all = {{"cycles", profile.cycles()}};
    all["functions"] = functions_json(costs_of(frames, totals), profile, positions);
    all["frames"] = frames_json(frames, totals, positions);
    all["lines"] = lines_json(profile, positions);
    return all;
}

} // namespace platform::iss
