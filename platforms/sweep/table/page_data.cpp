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
        const std::uint64_t size = is_shown[i] ? axes[i].size() : 1;
        if (places > UINT64_MAX / size) {
            return UINT64_MAX;
        }
        places *= size;
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

/// Takes rows, and makes what the page shows.
class page_maker {
public:
    /// \param axes outlives it
    explicit page_maker(const std::vector<axis>& axes)
        : m_axes(axes), m_is_shown(shown_axes(axes)), m_places(places_of(axes, m_is_shown)) {}

    /// \param at its positions on the axes \param point its name \param log a link; empty: none
    void add(const table_row& row, const std::vector<std::uint64_t>& at, const std::string& point,
             const std::string& log) {
        ++m_counts[row.state];
        if (row.state == point_state::failed && m_failures.size() < most_failures) {
            m_failures.push_back({{"point", point},
                                  {"reason", row.reason},
                                  {"attempts", row.attempts},
                                  {"log", log},
                                  {"text", row.log_text}});
        }
        if (row.state == point_state::done) {
            add_figures(row, at);
        }
    }

    /// \param points of the sweep \param metrics come first
    json data(const std::string& name, const std::string& version, std::uint64_t points,
              std::uint64_t repeat, const std::vector<metric>& metrics) {
        json figures = json::array();
        sort_figures(m_names, metrics);
        for (const std::string& figure : m_names) {
            json column = column_of(m_columns[figure]);
            column["name"] = figure;
            figures.push_back(std::move(column));
        }
        return {{"name", name},
                {"version", version},
                {"points", points},
                {"done", m_counts[point_state::done]},
                {"failed", m_counts[point_state::failed]},
                {"missing", m_counts[point_state::missing]},
                {"repeat", repeat},
                {"axes", axes_of(m_axes, m_is_shown)},
                {"figures", figures},
                {"failures", m_failures}};
    }

private:
    void add_figures(const table_row& row, const std::vector<std::uint64_t>& at) {
        std::uint64_t position = 0;
        for (std::size_t i = 0; i != m_axes.size(); ++i) {
            position = m_is_shown[i] ? position * m_axes[i].size() + at[i] : position;
        }
        for (const auto& [name, value] : row.figures.items()) {
            if (value.is_number()) {
                auto [column, is_new] = m_columns.try_emplace(name);
                if (is_new) {
                    m_names.push_back(name);
                    column->second.resize(m_places);
                }
                column->second[position].add(value.get<double>());
            }
        }
    }

    const std::vector<axis>& m_axes;
    const std::vector<bool> m_is_shown;
    const std::uint64_t m_places;
    std::vector<std::string> m_names; ///< of figures, in the order in which they come
    std::map<std::string, std::vector<sample>> m_columns;
    json m_failures = json::array();
    std::map<point_state, std::uint64_t> m_counts;
};

} // namespace

json page_data(const plan& of, const store& results, const std::string& log_prefix) {
    page_maker page(of.of().axes);
    table_reader(of, results).for_each_row([&](const table_row& row) {
        page.add(row, of.points().positions(row.index), of.points().describe(row.index),
                 log_prefix + row.log);
    });
    return page.data(of.of().name, of.program().version, of.count(), of.of().repeat,
                     of.of().metrics);
}

json page_data(const figure_table& table, const std::string& name, const std::string& version) {
    page_maker page(table.axes);
    for (std::size_t i = 0; i != table.rows.size(); ++i) {
        const table_row& row = table.rows[i];
        std::string point;
        for (std::size_t n = 0; n != row.labels.size(); ++n) {
            point += (point.empty() ? "" : " ") + table.axes[n].name + "=" + row.labels[n];
        }
        page.add(row, table.positions[i], point, "");
    }
    return page.data(name, version, table.rows.size(), table.repeat, {});
}

} // namespace platform::sweep
