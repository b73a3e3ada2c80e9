// SPDX-License-Identifier: Apache-2.0
#include <report/perf_formats.h>

#include <exports/csv_cell.h>
#include <process/words.h>

#include <nlohmann/json.hpp>

#include <array>
#include <cinttypes>
#include <cstdio>
#include <ostream>

namespace platform::report {

namespace {

/// Seconds to the nanosecond.
std::string seconds(std::uint64_t ps) {
    constexpr std::uint64_t ns_per_second = 1'000'000'000;
    const std::uint64_t ns = ps / 1000;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%6" PRIu64 ".%09" PRIu64, ns / ns_per_second,
                  ns % ns_per_second);
    return text.data();
}

using json = nlohmann::ordered_json;

void print_line(std::ostream& out, const json& line) {
    out << line.dump(-1, ' ', true, json::error_handler_t::replace) << '\n';
}

/// Calls f(name, count) for what a run has beside its events.
template <class F>
void for_each_interrupt_count(const perf_table& table, const F& f) {
    for (const perf_interrupts& i : table.interrupts) {
        if (i.longest_delay) {
            f("interrupts", i.taken);
            f("interrupt_delay", *i.longest_delay);
        }
    }
}

void add(json& line, const perf_metric& metric) {
    line["metric-value"] = metric.value;
    line["metric-unit"] = metric.unit;
}

} // namespace

void print_fields(std::ostream& out, const perf_table& table, const std::string& separator,
                  std::optional<std::uint64_t> interval_ps) {
    const std::string& s = separator;
    const std::string time = interval_ps ? seconds(*interval_ps) + s : "";
    const auto cell = [&s](const std::string& text) { return exports::csv_cell(text, s); };
    for (const perf_row& row : table.rows) {
        const std::vector<perf_metric> metrics = table.metrics_of(row);
        const perf_metric first = metrics.empty() ? perf_metric{} : metrics.front();
        const std::string deviation =
            row.deviation_percent ? process::decimal(*row.deviation_percent) + "%" + s : "";
        out << time << count_of(row) << s << s << cell(row.name) << s << deviation
            << table.running_ps(row) / 1000 << s << process::decimal(row.running_percent) << s
            << first.value << s << cell(first.unit) << '\n';
        for (std::size_t n = 1; n < metrics.size(); ++n) {
            out << time << s << s << s << (deviation.empty() ? "" : s) << s << s << metrics[n].value
                << s << cell(metrics[n].unit) << '\n';
        }
    }
    for_each_interrupt_count(table, [&](const char* name, std::uint64_t count) {
        out << time << count << s << s << name << s << table.elapsed_ps / 1000 << s
            << process::decimal(100) << s << s << '\n';
    });
}

void print_json_lines(std::ostream& out, const perf_table& table,
                      std::optional<std::uint64_t> interval_ps) {
    const auto begun_line = [&] {
        json line;
        if (interval_ps) {
            line["interval"] = static_cast<double>(*interval_ps) / 1e12;
        }
        return line;
    };
    const auto add_part = [&](json& line) {
        if (!table.part.empty()) {
            line["part"] = table.part;
        }
    };
    for (const perf_row& row : table.rows) {
        const std::vector<perf_metric> metrics = table.metrics_of(row);
        json line = begun_line();
        line["counter-value"] = count_of(row);
        line["unit"] = "";
        line["event"] = row.name;
        if (row.deviation_percent) {
            line["variance"] = *row.deviation_percent;
        }
        line["event-runtime"] = table.running_ps(row) / 1000;
        line["pcnt-running"] = row.running_percent;
        if (!metrics.empty()) {
            add(line, metrics.front());
        }
        add_part(line);
        print_line(out, line);
        for (std::size_t n = 1; n < metrics.size(); ++n) {
            json further = begun_line();
            add(further, metrics[n]);
            print_line(out, further);
        }
    }
    for_each_interrupt_count(table, [&](const char* name, std::uint64_t count) {
        json line = begun_line();
        line["counter-value"] = std::to_string(count);
        line["unit"] = "";
        line["event"] = name;
        line["event-runtime"] = table.elapsed_ps / 1000;
        line["pcnt-running"] = 100.0;
        add_part(line);
        print_line(out, line);
    });
}

void print_interval_header(std::ostream& out, const perf_table& table) {
    if (const std::string unsupported = table.unsupported_text(); !unsupported.empty()) {
        out << "# " << unsupported << '\n';
    }
    out << "#           time             counts unit events\n";
}

void print_interval(std::ostream& out, const perf_table& table, std::uint64_t interval_ps) {
    constexpr std::size_t count_width = 19;
    constexpr std::size_t name_width = 32;
    for (const perf_row& row : table.rows) {
        if (!table.has_line(row)) {
            continue;
        }
        const std::string count =
            row.is_supported() && row.count ? grouped(*row.count) : count_of(row);
        std::string name = row.name;
        std::string remark = row.is_supported() ? "" : "  # " + row.why_not_supported;
        for (const perf_metric& m : table.metrics_of(row)) {
            remark += (remark.empty() ? "  # " : ", ") + m.value + " " + m.unit;
        }
        remark += reliability_of(row);
        if (!remark.empty() && name.size() < name_width) {
            name.append(name_width - name.size(), ' ');
        }
        out << seconds(interval_ps)
            << std::string(count.size() < count_width ? count_width - count.size() : 1, ' ')
            << count << "      " << name << remark << '\n';
    }
}

} // namespace platform::report
