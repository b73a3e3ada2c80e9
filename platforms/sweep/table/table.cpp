// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/table.h>

#include <exports/csv_cell.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <set>

namespace platform::sweep {

namespace {

using exports::csv_cell;

constexpr std::array<const char*, 10> own = {
    "exit_code",    "wall_s",       "cpu_s", "max_rss_kib", "cycles",
    "instructions", "simulated_ns", "cases", "compared",    "findings"};

/// What is known of a run whose other figures do not count.
constexpr std::array<const char*, 7> figures_of_failure = {
    "exit_code", "wall_s", "cpu_s", "max_rss_kib", "cases", "compared", "findings"};

std::string dumped(const json& value) {
    return value.dump(-1, ' ', true, json::error_handler_t::replace);
}

json figures_of(const json& record) {
    json figures = json::object();
    for (const char* name : own) {
        if (record.contains(name)) {
            figures[name] = record[name];
        }
    }
    const auto take = [&](const char* member, const std::string& prefix) {
        if (record.contains(member)) {
            for (const auto& [name, value] : record[member].items()) {
                figures[prefix + name] = value;
            }
        }
    };
    take("events", "");
    take("registers", "reg.");
    return figures;
}

/// Of a row that tables have.
const char* status_of(const table_row& row) {
    return row.state == point_state::done ? "done" : "failed";
}

} // namespace

std::set<std::string> figures_of_host(const std::vector<metric>& metrics) {
    std::set<std::string> all = {"wall_s", "cpu_s", "max_rss_kib"};
    for (const metric& m : metrics) { // those after others may be computed from them
        const std::vector<std::string>& names = m.value.names();
        if (std::any_of(names.begin(), names.end(),
                        [&](const std::string& name) { return all.count(name) != 0; })) {
            all.insert(m.name);
        }
    }
    return all;
}

std::set<std::string> own_figures() {
    return {own.begin(), own.end()};
}

void add_metrics(const std::vector<metric>& metrics, json& figures) {
    for (const metric& m : metrics) {
        const auto value = m.value.value([&](const std::string& name) -> std::optional<double> {
            const auto found = figures.find(name);
            return found != figures.end() && found->is_number()
                       ? std::optional(found->get<double>())
                       : std::nullopt;
        });
        figures[m.name] = value ? json(*value) : json(nullptr);
    }
}

double sample::middle() const {
    if (values.empty()) {
        return mean;
    }
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 != 0 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

void sample::add(double x, bool is_kept) {
    if (is_kept) {
        values.push_back(x);
    }
    least = n == 0 ? x : std::min(least, x);
    greatest = n == 0 ? x : std::max(greatest, x);
    ++n;
    const double from_mean = x - mean;
    mean += from_mean / static_cast<double>(n);
    squares += from_mean * (x - mean);
}

table_reader::table_reader(const plan& of, const store& results)
    : m_plan(of), m_store(results), m_done(results.path(store::results)),
      m_failed(results.path(store::failures_folder)) {
    m_done.look();
    m_failed.look();
}

void table_reader::for_each_row(const std::function<void(const table_row& row)>& f) {
    m_plan.points().for_each_included([&](std::uint64_t index) { f(row_of(index)); });
}

table_row table_reader::row_of(std::uint64_t index) {
    table_row row;
    row.index = index;
    const point_space& points = m_plan.points();
    const std::vector<std::uint64_t> at = points.positions(index);
    for (std::size_t n = 0; n != at.size(); ++n) {
        row.labels.push_back(m_plan.of().axes[n].label(at[n]));
    }
    row.repeat = points.repeat(index);
    const std::string key = m_plan.key(index);
    const bool has_result = m_done.contains(key);
    const bool has_failures = m_failed.contains(key);
    if (!has_result && !has_failures) {
        return row;
    }
    const verdict v = judge(m_plan.of(), m_store, key, has_result, has_failures);
    row.attempts = v.attempts;
    row.state = v.state;
    if (v.state == point_state::done) {
        row.figures = figures_of(*v.record);
        add_metrics(m_plan.of().metrics, row.figures);
    } else if (v.attempts != 0) {
        row.reason = v.reason;
        row.log = v.log;
        row.log_text = v.record->value("out", "") + v.record->value("err", "");
        for (const char* name : figures_of_failure) {
            if (v.record->contains(name)) {
                row.figures[name] = (*v.record)[name];
            }
        }
    }
    return row;
}

void write_csv(std::ostream& out, const plan& of, const store& results) {
    table_reader reader(of, results);
    std::vector<std::string> columns; // in the order in which they come
    std::set<std::string> known;
    std::vector<std::uint64_t> rows;
    reader.for_each_row([&](const table_row& row) {
        if (row.state == point_state::missing) {
            return;
        }
        rows.push_back(row.index);
        for (const auto& [name, value] : row.figures.items()) {
            if (known.insert(name).second) {
                columns.push_back(name);
            }
        }
    });
    for (const axis& a : of.of().axes) {
        out << csv_cell(a.name) << ',';
    }
    out << "repeat,status,reason,failed_attempts";
    for (const std::string& name : columns) {
        out << ',' << csv_cell(name);
    }
    out << '\n';
    for (const std::uint64_t index : rows) {
        const table_row row = reader.row_of(index);
        for (const std::string& label : row.labels) {
            out << csv_cell(label) << ',';
        }
        out << row.repeat << ',' << status_of(row) << ','
            << csv_cell(row.state == point_state::failed ? row.reason : "") << ',' << row.attempts;
        for (const std::string& name : columns) {
            const auto value = row.figures.find(name);
            out << ',';
            if (value != row.figures.end() && !value->is_null()) {
                out << dumped(*value);
            }
        }
        out << '\n';
    }
}

void write_json(std::ostream& out, const plan& of, const store& results) {
    json axes = json::array();
    for (const axis& a : of.of().axes) {
        axes.push_back(a.name);
    }
    out << "{\"sweep\": 1,\n \"name\": " << dumped(of.of().name)
        << ",\n \"pmu_run\": " << dumped(of.program().version) << ",\n \"axes\": " << dumped(axes)
        << ",\n \"of_host\": " << dumped(figures_of_host(of.of().metrics)) << ",\n \"rows\": [";
    const char* between = "\n  ";
    table_reader(of, results).for_each_row([&](const table_row& row) {
        if (row.state == point_state::missing) {
            return;
        }
        json point = json::object();
        for (std::size_t n = 0; n != row.labels.size(); ++n) {
            point[of.of().axes[n].name] = row.labels[n];
        }
        json line = {{"point", point}, {"repeat", row.repeat}, {"status", status_of(row)}};
        if (row.state == point_state::failed) {
            line["reason"] = row.reason;
            line["log"] = row.log;
        }
        line["failed_attempts"] = row.attempts;
        line["figures"] = row.figures;
        out << between << dumped(line);
        between = ",\n  ";
    });
    out << "\n ]}\n";
}

} // namespace platform::sweep
