// SPDX-License-Identifier: Apache-2.0
#include <report/perf_table.h>

#include <process/printable.h>
#include <process/words.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace platform::report {

namespace {

constexpr std::size_t count_width = 20;
constexpr std::size_t name_width = 32; ///< without the event number

const char* const not_counted = "<not counted>";
const char* const not_supported = "<not supported>"; // the words of Linux perf

std::string padded_right(const std::string& text, std::size_t width) {
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

/// Up to three decimals, none that says nothing.
std::string short_decimal(double value) {
    std::string text = process::decimal(value, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

struct unit {
    double size;
    const char* name;
};

template <std::size_t N>
std::string in_units(double value, const unit (&largest_first)[N]) {
    const unit* u = std::find_if(std::begin(largest_first), std::end(largest_first) - 1,
                                 [&](const unit& candidate) { return value >= candidate.size; });
    return short_decimal(value / u->size) + " " + u->name;
}

const perf_row* find(const std::vector<perf_row>& rows, const std::string& name) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const perf_row& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

std::string label(const perf_row& row) {
    const std::string number = row.number ? process::hex(*row.number, 2) : "";
    return padded_right(number, 4) + "  " + row.name;
}

std::string count_text(const perf_row& row) {
    return row.is_supported() && row.count ? grouped(*row.count) : count_of(row);
}

bool differs(const perf_row& row) {
    return row.expected && row.count != row.expected;
}

/// The ratios of a row that can be computed.
std::vector<perf_metric> metrics(const perf_table& table, const perf_row& row) {
    std::vector<perf_metric> all;
    for (const perf_ratio& ratio : table.ratios) {
        const perf_row* base = ratio.row == row.name ? find(table.rows, ratio.base) : nullptr;
        if (base == nullptr || !row.count || base->count.value_or(0) == 0) {
            continue;
        }
        const double value =
            ratio.scale * static_cast<double>(*row.count) / static_cast<double>(*base->count);
        all.push_back({process::decimal(value, std::clamp(ratio.decimals, 0, 9)), ratio.text});
    }
    for (const perf_metric& figure : row.figures) {
        all.push_back({figure.value, ' ' + figure.unit});
    }
    return all;
}

/// The remarks of a row, joined by commas.
std::string remarks(const perf_table& table, const perf_row& row) {
    const std::string text = process::joined(metrics(table, row), ", ",
                                             [](const perf_metric& m) { return m.value + m.unit; });
    return row.why_not_supported + (row.why_not_supported.empty() || text.empty() ? "" : ", ") +
           text;
}

void print_row(std::ostream& out, const perf_table& table, const perf_row& row) {
    std::string line = padded_left(count_text(row), count_width) + "  " + label(row);
    const std::string remark = remarks(table, row);
    const std::string reliability = reliability_of(row);
    if (!remark.empty() || !reliability.empty()) {
        line = padded_right(line, count_width + 2 + 6 + name_width);
    }
    out << line << (remark.empty() ? "" : "  # " + remark) << reliability
        << (differs(row) ? "  <- expected " + grouped(*row.expected) : "") << '\n';
}

void print_interrupts(std::ostream& out, const std::vector<perf_interrupts>& interrupts) {
    if (interrupts.empty()) {
        return;
    }
    out << "  interrupts taken: "
        << process::joined(
               interrupts, ", ",
               [](const perf_interrupts& i) { return i.counter + ' ' + grouped(i.taken); })
        << '\n';
}

void print_check(std::ostream& out, const perf_table& table) {
    const std::size_t checked = table.checked();
    if (checked == 0) {
        return;
    }
    const auto wrong = table.mismatches();
    if (wrong.empty()) {
        out << "  check: "
            << (checked == 1 ? "the only checked count equals "
                             : "all " + grouped(checked) + " counts equal ")
            << table.expected_from << '\n';
        return;
    }
    out << "  check: " << grouped(wrong.size()) << " of " << grouped(checked)
        << " counts not equal to " << table.expected_from << ":\n";
    for (const perf_row* row : wrong) {
        out << "    " << label(*row) << ": " << count_text(*row) << ", expected "
            << grouped(*row->expected);
        if (row->count) {
            const bool more = *row->count > *row->expected;
            out << (more ? " (+" : " (-")
                << grouped(more ? *row->count - *row->expected : *row->expected - *row->count)
                << ')';
        }
        out << '\n';
    }
}

} // namespace

std::vector<const perf_row*> perf_table::mismatches() const {
    std::vector<const perf_row*> wrong;
    for (const perf_row& row : rows) {
        if (differs(row)) {
            wrong.push_back(&row);
        }
    }
    return wrong;
}

std::size_t perf_table::checked() const {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [](const perf_row& row) { return row.expected.has_value(); }));
}

std::vector<perf_metric> perf_table::metrics_of(const perf_row& row) const {
    std::vector<perf_metric> all = metrics(*this, row);
    for (perf_metric& m : all) {
        m.unit.erase(0, m.unit.find_first_not_of(' '));
    }
    return all;
}

std::string reliability_of(const perf_row& row) {
    std::string text;
    if (row.deviation_percent && row.is_supported() && row.count) {
        text += "  ( +-" + padded_left(process::decimal(*row.deviation_percent), 6) + "% )";
    }
    if (row.running_percent < 100 && row.is_supported() && row.count) {
        text += "  (" + process::decimal(row.running_percent) + "%)";
    }
    return text;
}

std::string count_of(const perf_row& row) {
    if (!row.is_supported()) {
        return not_supported;
    }
    return row.count ? std::to_string(*row.count) : not_counted;
}

std::string perf_table::unsupported_text() const {
    std::vector<std::pair<std::string, std::string>> by_reason; // in the order of the rows
    for (const perf_row& row : rows) {
        if (has_line(row)) {
            continue;
        }
        const auto same = std::find_if(by_reason.begin(), by_reason.end(), [&](const auto& r) {
            return r.first == row.why_not_supported;
        });
        if (same == by_reason.end()) {
            by_reason.emplace_back(row.why_not_supported, row.name);
        } else {
            same->second += ", " + row.name;
        }
    }
    return process::joined(by_reason, "; ",
                           [](const auto& r) { return r.first + ": " + r.second; });
}

void perf_table::print(std::ostream& out) const {
    out << "  " << process::printable(title) << ": " << time_text(elapsed_ps)
        << " simulated, clock " << frequency_text(period_ps)
        << (runs > 1 ? " (" + grouped(runs) + " runs)" : "") << "\n\n";
    for (const perf_row& row : rows) {
        if (has_line(row)) {
            print_row(out, *this, row);
        }
    }
    out << '\n';
    if (const std::string unsupported = unsupported_text(); !unsupported.empty()) {
        out << "  " << unsupported << '\n';
    }
    print_interrupts(out, interrupts);
    print_check(out, *this);
}

std::string padded_left(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string time_text(std::uint64_t ps) {
    static constexpr unit units[] = {{1e12, "s"}, {1e9, "ms"}, {1e6, "us"}, {1e3, "ns"}, {1, "ps"}};
    return in_units(static_cast<double>(ps), units);
}

std::string frequency_text(std::uint64_t period_ps) {
    static constexpr unit units[] = {{1e9, "GHz"}, {1e6, "MHz"}, {1e3, "kHz"}, {1, "Hz"}};
    return period_ps == 0 ? "stopped" : in_units(1e12 / static_cast<double>(period_ps), units);
}

} // namespace platform::report
