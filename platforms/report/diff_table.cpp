// SPDX-License-Identifier: Apache-2.0
#include <report/diff_table.h>

#include <exports/csv_cell.h>
#include <process/printable.h>
#include <process/words.h>
#include <report/perf_table.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>
#include <unordered_map>

namespace platform::report {

namespace {

constexpr int side_width = 18;
constexpr int percent_width = 11;

std::string side_text(const std::optional<std::uint64_t>& count) {
    return count ? grouped(*count) : "-";
}

std::string sign_of(const diff_row& row) {
    return *row.before == *row.after ? "" : *row.before < *row.after ? "+" : "-";
}

bool is_on_both_sides(const diff_row& row) {
    return row.before && row.after;
}

std::string delta_text(const diff_row& row) {
    return is_on_both_sides(row) ? sign_of(row) + grouped(row.distance()) : "-";
}

/// "+1.12%"; "new" where nothing was before.
std::string percent_text(const diff_row& row) {
    if (!is_on_both_sides(row)) {
        return "-";
    }
    const double change = row.change_percent();
    return std::isfinite(change) ? sign_of(row) + process::decimal(std::abs(change)) + "%" : "new";
}

} // namespace

double diff_row::change_percent() const {
    if (before == after) {
        return 0;
    }
    if (!before || !after || *before == 0) {
        return std::numeric_limits<double>::infinity();
    }
    const double share = 100 * static_cast<double>(distance()) / static_cast<double>(*before);
    return *after < *before ? -share : share;
}

std::uint64_t diff_row::distance() const {
    if (!before || !after) {
        return 0;
    }
    return *after < *before ? *before - *after : *after - *before;
}

void diff_table::sort(order by) {
    std::stable_sort(rows.begin(), rows.end(), [by](const diff_row& a, const diff_row& b) {
        const double x = std::abs(a.change_percent());
        const double y = std::abs(b.change_percent());
        return by == order::by_percent ? x > y : a.distance() > b.distance();
    });
}

std::vector<const diff_row*> diff_table::beyond(double percent) const {
    std::vector<const diff_row*> found;
    for (const diff_row& row : rows) {
        if (std::abs(row.change_percent()) > percent) {
            found.push_back(&row);
        }
    }
    return found;
}

std::vector<named_count> named_counts(const std::map<std::string, std::uint64_t>& counts) {
    std::vector<named_count> all;
    all.reserve(counts.size());
    for (const auto& [name, count] : counts) {
        all.push_back({name, count});
    }
    return all;
}

void diff_table::fill(std::optional<std::uint64_t> diff_row::*side) {
    for (diff_row& row : rows) {
        row.*side = (row.*side).value_or(0);
    }
}

diff_table compared(const std::vector<named_count>& before, const std::vector<named_count>& after) {
    diff_table table;
    std::unordered_map<std::string, std::size_t> position;
    const auto add = [&](const std::vector<named_count>& counts,
                         std::optional<std::uint64_t> diff_row::*side) {
        for (const named_count& c : counts) {
            const auto [found, is_new] = position.emplace(c.name, table.rows.size());
            if (is_new) {
                table.rows.push_back({c.name, {}, {}});
            }
            table.rows[found->second].*side = c.count;
        }
    };
    add(before, &diff_row::before);
    add(after, &diff_row::after);
    const auto is_nothing = [](const diff_row& row) { return !row.before && !row.after; };
    table.rows.erase(std::remove_if(table.rows.begin(), table.rows.end(), is_nothing),
                     table.rows.end());
    return table;
}

void print(std::ostream& out, const diff_table& table) {
    if (!table.title.empty()) {
        out << "# " << process::printable(table.title) << '\n';
    }
    const auto print_line = [&out](const std::string& before, const std::string& after,
                                   const std::string& delta, const std::string& percent,
                                   const std::string& name) {
        out << std::setw(side_width) << before << std::setw(side_width) << after
            << std::setw(side_width) << delta << std::setw(percent_width) << percent << "  " << name
            << '\n';
    };
    print_line("OLD", "NEW", "delta", "%", table.what);
    for (const diff_row& row : table.rows) {
        print_line(side_text(row.before), side_text(row.after), delta_text(row), percent_text(row),
                   process::printable(row.name));
    }
}

void print_csv(std::ostream& out, const std::vector<diff_table>& tables) {
    const auto cell = [](const std::optional<std::uint64_t>& count) {
        return count ? std::to_string(*count) : "";
    };
    out << "of,name,old,new,delta,percent\n";
    for (const diff_table& table : tables) {
        for (const diff_row& row : table.rows) {
            const double change = row.change_percent();
            out << exports::csv_cell(table.title) << ',' << exports::csv_cell(row.name) << ','
                << cell(row.before) << ',' << cell(row.after) << ','
                << (is_on_both_sides(row)
                        ? (*row.after < *row.before ? "-" : "") + std::to_string(row.distance())
                        : "")
                << ',' << (std::isfinite(change) ? process::decimal(change) : "") << '\n';
        }
    }
}

void print_json(std::ostream& out, const std::vector<diff_table>& tables) {
    using json = nlohmann::ordered_json;
    const auto number = [](const auto& value) { return value ? json(*value) : json(nullptr); };
    json all = json::array();
    for (const diff_table& table : tables) {
        json rows = json::array();
        for (const diff_row& row : table.rows) {
            const double change = row.change_percent();
            rows.push_back({{"name", row.name},
                            {"old", number(row.before)},
                            {"new", number(row.after)},
                            {"percent", std::isfinite(change) ? json(change) : json(nullptr)}});
        }
        all.push_back({{"of", table.title}, {"rows", std::move(rows)}});
    }
    out << all.dump(1, ' ', false, json::error_handler_t::replace) << '\n';
}

} // namespace platform::report
