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

/// A function as called by a chain of others, wherever those call, or inlined there.
struct frame {
    std::uint32_t function = no_function; ///< see function_names
    std::uint32_t parent = 0;             ///< before it; of the root: itself
    std::uint64_t cycles = 0;             ///< of its own
};

/// Numbers for functions, inlined ones among them, which come after those of the image.
class function_names {
public:
    explicit function_names(const call_profile& profile) : m_profile(profile) {}

    std::uint32_t number_of_inlined(std::uint32_t call) const {
        return first_inlined() + m_profile.image().inlined.function(call);
    }
    std::string name_of(std::uint32_t function) const {
        const bool is_none = function == no_function || function == call_profile::calls_left_out;
        const std::string name = is_none || function < first_inlined()
                                     ? m_profile.name_of(function)
                                     : m_profile.image().inlined.name(function - first_inlined());
        return name.substr(0, most_characters);
    }

private:
    std::uint32_t first_inlined() const {
        return static_cast<std::uint32_t>(m_profile.image().symbols.size());
    }

    const call_profile& m_profile;
};

/// Makes the frames of a profile those of a flame graph.
class frame_collector {
public:
    explicit frame_collector(const call_profile& profile)
        : m_profile(profile), m_names(profile), m_all(1) {
        for (const call_profile::frame& f : profile.frames()) {
            const bool is_root = m_position.empty();
            m_position.push_back(is_root ? 0 : frame_of(caller_of(f), f.function));
            m_all[m_position.back()].cycles += f.counts.cycles();
        }
        for (const auto& [place, cycles] : profile.inlined_cycles()) {
            const std::uint32_t around = m_position[place.first];
            m_all[around].cycles -= cycles;
            m_all[inlined_in(around, place.second)].cycles += cycles;
        }
    }

    std::vector<frame> take() { return std::move(m_all); }

private:
    std::uint32_t frame_of(std::uint32_t parent, std::uint32_t function) {
        const auto next = static_cast<std::uint32_t>(m_all.size());
        const auto [found, is_new] = m_by_place.emplace(std::pair(parent, function), next);
        if (is_new) {
            m_all.push_back({function, parent, 0});
        }
        return found->second;
    }
    /// The frame of an inlined call. \param around the function as such
    std::uint32_t inlined_in(std::uint32_t around, std::uint32_t call) {
        for (const std::uint32_t of : m_profile.image().inlined.chain(call)) {
            around = frame_of(around, m_names.number_of_inlined(of));
        }
        return around;
    }
    std::uint32_t caller_of(const call_profile::frame& f) {
        const std::uint32_t around = m_position[f.parent];
        const bool is_known =
            f.site != call_profile::no_site &&
            m_profile.function_of(f.site) == m_profile.frames()[f.parent].function;
        return is_known ? inlined_in(around, m_profile.image().inlined.at(f.site)) : around;
    }

    const call_profile& m_profile;
    const function_names m_names;
    std::vector<frame> m_all;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_by_place; ///< parent first
    std::vector<std::uint32_t> m_position; ///< in m_all, of each frame of the profile
};

struct function_cost {
    std::uint32_t function = no_function;
    std::uint64_t self = 0;
    std::uint64_t total = 0;
};

/// Of each frame, with those it called. Frames come after those around them.
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
json functions_json(const std::vector<function_cost>& costs, const function_names& names,
                    std::map<std::uint32_t, std::size_t>& positions) {
    json rows = json::array();
    for (const function_cost& cost : costs) {
        if (rows.size() == most_functions) {
            break;
        }
        positions[cost.function] = rows.size();
        rows.push_back({names.name_of(cost.function), cost.self, cost.total});
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
    const std::vector<frame> frames = frame_collector(profile).take();
    const std::vector<std::uint64_t> totals = totals_of(frames);
    std::map<std::uint32_t, std::size_t> positions;
    json all = {{"cycles", profile.cycles()}};
    all["functions"] = functions_json(costs_of(frames, totals), function_names(profile), positions);
    all["frames"] = frames_json(frames, totals, positions);
    all["lines"] = lines_json(profile, positions);
    return all;
}

} // namespace platform::iss
