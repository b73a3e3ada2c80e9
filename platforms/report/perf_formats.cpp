// SPDX-License-Identifier: Apache-2.0
#include <report/perf_formats.h>

#include <nlohmann/json.hpp>

#include <ostream>

namespace platform::report {

namespace {

constexpr const char* always = "100.00"; // per cent of the time: no event shares a counter

std::string nanoseconds(const perf_table& table) {
    return std::to_string(table.elapsed_ps / 1000);
}

} // namespace

void print_fields(std::ostream& out, const perf_table& table, const std::string& separator) {
    for (const perf_row& row : table.rows) {
        const perf_metric metric = table.metric_of(row);
        out << count_of(row) << separator << separator << row.name << separator
            << nanoseconds(table) << separator << always << separator << metric.value << separator
            << metric.unit << '\n';
    }
}

void print_json_lines(std::ostream& out, const perf_table& table) {
    for (const perf_row& row : table.rows) {
        nlohmann::ordered_json line;
        line["counter-value"] = count_of(row);
        line["unit"] = "";
        line["event"] = row.name;
        line["event-runtime"] = table.elapsed_ps / 1000;
        line["pcnt-running"] = 100.0;
        if (const perf_metric metric = table.metric_of(row); !metric.value.empty()) {
            line["metric-value"] = metric.value;
            line["metric-unit"] = metric.unit;
        }
        out << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    }
}

} // namespace platform::report
