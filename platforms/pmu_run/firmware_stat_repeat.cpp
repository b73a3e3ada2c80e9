// SPDX-License-Identifier: Apache-2.0
#include "firmware_stat_repeat.h"

#include "firmware_stat.h"
#include "runner.h"
#include "stat_output.h"
#include "stop_request.h"

#include <process/words.h>
#include <report/perf_table.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

// --- a table on its way to the parent ------------------------------------------------------------

std::string text_of(const report::perf_table& table) {
    json all{{"title", table.title},  {"elapsed", table.elapsed_ps}, {"period", table.period_ps},
             {"rows", json::array()}, {"ratios", json::array()},     {"interrupts", json::array()}};
    for (const report::perf_row& row : table.rows) {
        json r{{"name", row.name},
               {"unsupported", row.why_not_supported},
               {"percent", row.running_percent},
               {"figures", json::array()}};
        if (row.number) {
            r["number"] = *row.number;
        }
        if (row.count) {
            r["count"] = *row.count;
        }
        if (row.running_ps) {
            r["running"] = *row.running_ps;
        }
        for (const report::perf_metric& f : row.figures) {
            r["figures"].push_back({f.value, f.unit});
        }
        all["rows"].push_back(std::move(r));
    }
    for (const report::perf_ratio& r : table.ratios) {
        all["ratios"].push_back({r.row, r.base, r.scale, r.decimals, r.text});
    }
    for (const report::perf_interrupts& i : table.interrupts) {
        all["interrupts"].push_back(
            {i.counter, i.taken, i.longest_delay ? json(*i.longest_delay) : json()});
    }
    return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

template <class Value>
std::optional<Value> value_of(const json& object, const char* key) {
    return object.contains(key) ? std::optional(object[key].get<Value>()) : std::nullopt;
}

report::perf_table table_of(const std::string& text) {
    const json all = json::parse(text);
    report::perf_table table;
    table.title = all["title"];
    table.elapsed_ps = all["elapsed"];
    table.period_ps = all["period"];
    for (const json& r : all["rows"]) {
        report::perf_row row;
        row.name = r["name"];
        row.number = value_of<std::uint32_t>(r, "number");
        row.count = value_of<std::uint64_t>(r, "count");
        row.running_ps = value_of<std::uint64_t>(r, "running");
        row.why_not_supported = r["unsupported"];
        row.running_percent = r["percent"];
        for (const json& f : r["figures"]) {
            row.figures.push_back({f[0], f[1]});
        }
        table.rows.push_back(std::move(row));
    }
    for (const json& r : all["ratios"]) {
        table.ratios.push_back({r[0], r[1], r[2], r[3], r[4]});
    }
    for (const json& i : all["interrupts"]) {
        table.interrupts.push_back({i[0], i[1]});
        if (!i[2].is_null()) {
            table.interrupts.back().longest_delay = i[2].get<std::uint64_t>();
        }
    }
    return table;
}

// --- a run ---------------------------------------------------------------------------------------

/// \param counts gets them; none: the run gave none
/// \return its exit code
int run_apart(firmware_request request, runner& by, std::string& counts) {
    const process::memory_file delivered;
    const process::ending end = pmu_run::run_apart([&] {
        request.stat->repeat = 1;
        request.stat->file.clear();
        request.stat->deliver = [&](const report::perf_table& table) {
            delivered.write(text_of(table));
        };
        return by.run([&] { return run_firmware(request, by); });
    });
    if (end.signal != 0) {
        tell("--repeat: a run was ended by " + end.text());
        return 1;
    }
    counts = delivered.text();
    return end.exit_code;
}

// --- means ---------------------------------------------------------------------------------------

/// Mean, and the deviation of that mean, as perf has it.
class sample {
public:
    void add(double value) {
        ++m_size;
        const double delta = value - m_mean;
        m_mean += delta / static_cast<double>(m_size);
        m_squares += delta * (value - m_mean);
    }
    bool empty() const { return m_size == 0; }
    double mean() const { return m_mean; }
    std::uint64_t rounded() const { return static_cast<std::uint64_t>(std::llround(m_mean)); }
    double deviation_percent() const {
        if (m_size < 2 || m_mean == 0) {
            return 0;
        }
        const auto size = static_cast<double>(m_size);
        return 100 * std::sqrt(m_squares / (size - 1) / size) / m_mean;
    }

private:
    std::uint64_t m_size = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squares of differences from the mean
};

/// The same of all tables. \param value gives one of a table, or nothing
template <class Value>
sample sample_of(const std::vector<report::perf_table>& tables, const Value& value) {
    sample s;
    for (const report::perf_table& t : tables) {
        if (const auto v = value(t)) {
            s.add(static_cast<double>(*v));
        }
    }
    return s;
}

/// Of the same row of all tables.
void average(report::perf_row& row, std::size_t n, const std::vector<report::perf_table>& tables) {
    const sample counts = sample_of(tables, [n](const auto& t) { return t.rows[n].count; });
    if (!counts.empty()) {
        row.count = counts.rounded();
        row.deviation_percent = counts.deviation_percent();
    }
    row.running_percent = sample_of(tables, [n](const auto& t) {
                              return std::optional(t.rows[n].running_percent);
                          }).mean();
    const sample running = sample_of(tables, [n](const auto& t) { return t.rows[n].running_ps; });
    row.running_ps = running.empty() ? std::nullopt : std::optional(running.rounded());
    for (std::size_t f = 0; f < row.figures.size(); ++f) {
        const sample values = sample_of(tables, [=](const auto& t) -> std::optional<double> {
            const auto& figures = t.rows[n].figures;
            return f < figures.size() ? std::optional(std::stod(figures[f].value)) : std::nullopt;
        });
        row.figures[f].value = process::decimal(values.mean());
    }
}

/// All have the same rows: those that were asked for.
report::perf_table mean_of(const std::vector<report::perf_table>& tables) {
    report::perf_table mean = tables.front();
    mean.runs = tables.size();
    mean.elapsed_ps =
        sample_of(tables, [](const auto& t) { return std::optional(t.elapsed_ps); }).rounded();
    for (std::size_t n = 0; n < mean.rows.size(); ++n) {
        average(mean.rows[n], n, tables);
    }
    for (std::size_t n = 0; n < mean.interrupts.size(); ++n) {
        mean.interrupts[n].taken = sample_of(tables, [n](const auto& t) {
                                       return n < t.interrupts.size()
                                                  ? std::optional(t.interrupts[n].taken)
                                                  : std::nullopt;
                                   }).rounded();
    }
    return mean;
}

} // namespace

int run_repeatedly(const firmware_request& request, runner& by) {
    by.outputs.add_input(request.file);
    output_file* const file = add_counts(*request.stat, by.outputs);
    by.outputs.begin();
    std::vector<report::perf_table> tables;
    int exit_code = 0;
    for (std::uint64_t n = 0; n < request.stat->repeat; ++n) {
        std::string counts;
        exit_code = run_apart(request, by, counts);
        if (counts.empty()) {
            return exit_code;
        }
        tables.push_back(table_of(counts));
        if (is_stop_requested()) {
            break;
        }
    }
    print_table(stream_of(file, std::cerr), mean_of(tables), *request.stat);
    return exit_code;
}

} // namespace platform::pmu_run
