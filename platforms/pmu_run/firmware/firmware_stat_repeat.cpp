// SPDX-License-Identifier: Apache-2.0
#include "firmware_watcher.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stat_output.h>
#include <pmu_run/run/stop_request.h>

#include <process/words.h>

#include <algorithm>
#include <cmath>
#include <iostream>

// --- a table on its way to the parent ------------------------------------------------------------

namespace nlohmann {

template <class Value>
struct adl_serializer<std::optional<Value>> {
    static void to_json(json& to, const std::optional<Value>& from) {
        to = from ? json(*from) : json();
    }
    static void from_json(const json& from, std::optional<Value>& to) {
        to = from.is_null() ? std::nullopt : std::optional(from.get<Value>());
    }
};

} // namespace nlohmann

namespace platform::report {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(perf_metric, value, unit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(perf_row, name, number, count, why_not_supported,
                                   running_percent, running_ps, figures)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(perf_ratio, row, base, scale, decimals, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(perf_interrupts, counter, taken, longest_delay)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(perf_table, title, part, elapsed_ps, period_ps, rows, ratios,
                                   interrupts, gathers_unsupported)

} // namespace platform::report

namespace platform::pmu_run {

namespace {

using nlohmann::json;

/// \param counts gets them; none: the run gave none
/// \return its exit code
int run_apart(file_request request, runner& by, std::string& counts) {
    const process::memory_file delivered;
    const process::ending end = pmu_run::run_apart([&] {
        request.stat->repeat = 1;
        request.stat->file.clear();
        request.stat->deliver = [&](const report::perf_table& table) {
            delivered.write(json(table).dump(-1, ' ', false, json::error_handler_t::replace));
        };
        return by.run([&] { return run_firmware(request, by); });
    });
    if (end.signal != 0) {
        tell("--repeat: a run was ended by ", end.text());
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

int run_repeatedly(const file_request& request, runner& by) {
    by.outputs.add_input(request.file);
    open_counts(*request.stat, by.outputs);
    by.outputs.begin();
    std::vector<report::perf_table> tables;
    int exit_code = 0; // the first one that is not 0
    for (std::uint64_t n = 0; n < request.stat->repeat; ++n) {
        std::string counts;
        const int code = run_apart(request, by, counts);
        exit_code = exit_code != 0 ? exit_code : code;
        if (counts.empty()) {
            return exit_code;
        }
        tables.push_back(json::parse(counts));
        if (is_stop_requested()) {
            break;
        }
    }
    print_table(by.outputs.stream("--output", std::cerr), mean_of(tables), *request.stat);
    return exit_code;
}

} // namespace platform::pmu_run
