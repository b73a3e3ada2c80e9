// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/page_data.h>

#include <sweep/table/table.h>

#include <algorithm>
#include <map>
#include <set>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_places = 20'000;
constexpr std::size_t most_failures = 200;

std::uint64_t places_of(const std::vector<axis>& axes, const std::vector<bool>& is_shown) {
    std::uint64_t places = 1;
    for (std::size_t i = 0; i != axes.size(); ++i) {
        places *= is_shown[i] ? axes[i].size() : 1;
    }
    return places;
}

/// Which axes are shown; the others are averaged.
std::vector<bool> shown_axes(const std::vector<axis>& axes) {
    std::vector<bool> is_shown(axes.size(), true);
    while (places_of(axes, is_shown) > most_places) {
        std::size_t largest = axes.size();
        for (std::size_t i = 0; i != axes.size(); ++i) {
            const auto rank = [&](std::size_t n) {
                return std::pair(axes[n].values.empty(), axes[n].size());
            };
            if (is_shown[i] && (largest == axes.size() || rank(i) > rank(largest))) {
                largest = i;
            }
        }
        is_shown[largest] = false;
    }
    return is_shown;
}

json axes_of(const std::vector<axis>& axes, const std::vector<bool>& is_shown) {
    json all = json::array();
    for (std::size_t i = 0; i != axes.size(); ++i) {
        json labels = json::array();
        for (std::uint64_t p = 0; is_shown[i] && p != axes[i].size(); ++p) {
            labels.push_back(axes[i].label(p));
        }
        all.push_back({{"name", axes[i].name},
                       {"size", axes[i].size()},
                       {"averaged", !is_shown[i]},
                       {"values", labels}});
    }
    return all;
}

/// Columns of numbers, place by place; three where points of a place differ.
json column_of(const std::vector<sample>& samples) {
    json at = json::array();
    json least = json::array();
    json greatest = json::array();
    bool differs = false;
    for (const sample& s : samples) {
        at.push_back(s.n == 0 ? json(nullptr) : json(s.mean));
        least.push_back(s.n == 0 ? json(nullptr) : json(s.least));
        greatest.push_back(s.n == 0 ? json(nullptr) : json(s.greatest));
        differs = differs || s.least != s.greatest;
    }
    json column = {{"mean", at}};
    if (differs) {
        column["least"] = least;
        column["greatest"] = greatest;
    }
    return column;
}

/// Metrics come first, what depends on the host after other figures, and the exit code last.
void sort_figures(std::vector<std::string>& names, const std::vector<metric>& metrics) {
    const std::set<std::string> of_host = figures_of_host({});
    const auto rank = [&](const std::string& name) {
        const bool is_metric = std::any_of(metrics.begin(), metrics.end(),
                                           [&](const metric& m) { return m.name == name; });
        return is_metric ? 0 : name == "exit_code" ? 3 : of_host.count(name) != 0 ? 2 : 1;
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
}

} // namespace

json page_data(const plan& of, const store& results, const std::string& log_prefix) {
    const std::vector<axis>& axes = of.of().axes;
    const std::vector<bool> is_shown = shown_axes(axes);
    const std::uint64_t places = places_of(axes, is_shown);
    std::vector<std::string> names;
    std::map<std::string, std::vector<sample>> columns;
    json failures = json::array();
    std::map<point_state, std::uint64_t> counts;
    table_reader(of, results).for_each_row([&](const table_row& row) {
        ++counts[row.state];
        if (row.state == point_state::failed && failures.size() < most_failures) {
            failures.push_back({{"point", of.points().describe(row.index)},
                                {"reason", row.reason},
                                {"attempts", row.attempts},
                                {"log", log_prefix + row.log},
                                {"text", row.log_text}});
        }
        if (row.state != point_state::done) {
            return;
        }
        const std::vector<std::uint64_t> at = of.points().positions(row.index);
        std::uint64_t position = 0;
        for (std::size_t i = 0; i != axes.size(); ++i) {
            position = is_shown[i] ? position * axes[i].size() + at[i] : position;
        }
        for (const auto& [name, value] : row.figures.items()) {
            if (value.is_number()) {
                auto [column, is_new] = columns.try_emplace(name);
                if (is_new) {
                    names.push_back(name);
                    column->second.resize(places);
                }
                column->second[position].add(value.get<double>());
            }
        }
    });
    json figures = json::array();
    sort_figures(names, of.of().metrics);
    for (const std::string& name : names) {
        json column = column_of(columns[name]);
        column["name"] = name;
        figures.push_back(std::move(column));
    }
    return {{"name", of.of().name},
            {"version", of.program().version},
            {"points", of.count()},
            {"done", counts[point_state::done]},
            {"failed", counts[point_state::failed]},
            {"missing", counts[point_state::missing]},
            {"repeat", of.of().repeat},
            {"axes", axes_of(axes, is_shown)},
            {"figures", figures},
            {"failures", failures}};
}

} // namespace platform::sweep
