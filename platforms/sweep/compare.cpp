// SPDX-License-Identifier: Apache-2.0
#include <sweep/compare.h>

#include <sweep/table.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>
#include <sstream>

#include <sys/stat.h>

namespace platform::sweep {

namespace {

constexpr std::uint64_t fewest_repeats_of_host = 3;
constexpr double standard_errors = 4;
constexpr std::uint64_t most_table_bytes = std::uint64_t{4} << 30U;

/// So that the order of the axes does not matter.
std::string place_of(const std::map<std::string, std::string>& labels) {
    std::string place;
    for (const auto& [name, label] : labels) {
        place.append(place.empty() ? "" : " ").append(name).append("=").append(label);
    }
    return place;
}

void add(compared_point& point, bool is_done, const json& figures) {
    ++(is_done ? point.done : point.failed);
    for (const auto& [name, value] : figures.items()) {
        if (is_done && value.is_number() && name != "exit_code") {
            point.figures[name].add(value.get<double>());
        }
    }
}

std::string number_text(double x) {
    std::ostringstream text;
    text << std::setprecision(x == std::floor(x) && std::abs(x) < 1e15 ? 15 : 6) << x;
    return text.str();
}

std::string change_text(double change) {
    if (!std::isfinite(change)) {
        return "was 0";
    }
    std::ostringstream text;
    text << std::showpos << std::setprecision(3) << 100 * change << " %";
    return text.str();
}

bool is_beyond(const bound& b, const difference& d) {
    const double limit = d.before.mean + std::abs(d.before.mean) * b.per_cent / 100;
    const bool is_beyond_limit = b.per_cent < 0 ? d.after.mean < limit : d.after.mean > limit;
    // What repeats explain is no reason to fail; without repeats there is nothing to go by.
    const bool is_alone = d.before.n < 2 || d.after.n < 2;
    return is_beyond_limit && (is_alone || has_changed(b.figure, d.before, d.after) ||
                               (is_of_host(b.figure) && d.before.n < fewest_repeats_of_host));
}

} // namespace

void sample::add(double x) {
    least = n == 0 ? x : std::min(least, x);
    greatest = n == 0 ? x : std::max(greatest, x);
    ++n;
    const double from_mean = x - mean;
    mean += from_mean / static_cast<double>(n);
    squares += from_mean * (x - mean);
}

double difference::change() const {
    if (before.mean == 0) {
        return after.mean == 0 ? 0 : std::numeric_limits<double>::infinity();
    }
    return (after.mean - before.mean) / std::abs(before.mean);
}

bool comparison::is_passed() const {
    return !newly_failed.empty() || std::any_of(differences.begin(), differences.end(),
                                                [](const auto& d) { return d.is_beyond_bound; });
}

compared_sweep read_compared(const std::string& path, const run_interface& interface) {
    compared_sweep sweep;
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
        const store results(path);
        const auto plan = plan::load(results, interface);
        table_reader(*plan, results).for_each_row([&](const table_row& row) {
            if (row.status == row_status::missing) {
                return;
            }
            std::map<std::string, std::string> labels;
            for (std::size_t n = 0; n != row.labels.size(); ++n) {
                labels[plan->of().axes[n].name] = row.labels[n];
            }
            add(sweep[place_of(labels)], row.status == row_status::done, row.figures);
        });
        return sweep;
    }
    const json table = parse_json(path, read_file(path, most_table_bytes));
    try {
        if (table.at("sweep") != 1) {
            throw sweep_error(path + ": made by another version of pmu_run");
        }
        for (const json& row : table.at("rows")) {
            std::map<std::string, std::string> labels;
            for (const auto& [name, label] : row.at("point").items()) {
                labels[name] = label.get<std::string>();
            }
            add(sweep[place_of(labels)], row.at("status") == "done", row.at("figures"));
        }
    } catch (const json::exception& e) {
        throw sweep_error(path + " is no table of `sweep collect --json`: " + e.what());
    }
    return sweep;
}

bound read_bound(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon != 0) {
        std::istringstream number(text.substr(colon + 1));
        bound b;
        b.figure = text.substr(0, colon);
        if (number >> b.per_cent && number.eof() && std::isfinite(b.per_cent)) {
            return b;
        }
    }
    throw sweep_error("--bound: expected METRIC:PER_CENT, cycles:2 for example, got '" + text +
                      "'");
}

bool has_changed(const std::string& figure, const sample& before, const sample& after) {
    if (is_of_host(figure) &&
        (before.n < fewest_repeats_of_host || after.n < fewest_repeats_of_host)) {
        return false;
    }
    if (before.least <= after.greatest && after.least <= before.greatest) {
        return false;
    }
    const double error = std::sqrt(before.variance() / static_cast<double>(before.n) +
                                   after.variance() / static_cast<double>(after.n));
    return std::abs(after.mean - before.mean) > standard_errors * error;
}

comparison compare(const compared_sweep& before, const compared_sweep& after,
                   const std::vector<std::string>& figures, const std::vector<bound>& bounds) {
    comparison result;
    const auto is_looked_at = [&](const std::string& name) {
        return figures.empty() || std::find(figures.begin(), figures.end(), name) != figures.end();
    };
    for (const auto& [place, old] : before) {
        const auto found = after.find(place);
        if (found == after.end()) {
            result.only_before.push_back(place);
            continue;
        }
        ++result.compared;
        if (found->second.failed > old.failed) {
            result.newly_failed.push_back(place);
        }
        for (const auto& [name, sample_before] : old.figures) {
            const auto sample_after = found->second.figures.find(name);
            if (sample_after == found->second.figures.end()) {
                continue;
            }
            difference d{place, name, sample_before, sample_after->second};
            for (const bound& b : bounds) {
                d.is_beyond_bound = d.is_beyond_bound || (b.figure == name && is_beyond(b, d));
            }
            if (d.is_beyond_bound || (is_looked_at(name) && has_changed(name, d.before, d.after))) {
                result.differences.push_back(std::move(d));
            }
        }
    }
    for (const auto& [place, point] : after) {
        if (before.count(place) == 0) {
            result.only_after.push_back(place);
        }
    }
    std::stable_sort(result.differences.begin(), result.differences.end(),
                     [](const difference& a, const difference& b) {
                         return std::pair(a.is_beyond_bound, std::abs(a.change())) >
                                std::pair(b.is_beyond_bound, std::abs(b.change()));
                     });
    return result;
}

void print(std::ostream& out, const comparison& c) {
    constexpr std::size_t most = 50;
    const auto list = [&](const char* title, const std::vector<std::string>& places) {
        for (std::size_t i = 0; i != std::min(places.size(), most); ++i) {
            out << title << ": " << places[i] << '\n';
        }
        if (places.size() > most) {
            out << title << ": " << places.size() - most << " more\n";
        }
    };
    list("has failed", c.newly_failed);
    for (std::size_t i = 0; i != std::min(c.differences.size(), most); ++i) {
        const difference& d = c.differences[i];
        out << (d.is_beyond_bound ? "beyond its bound: " : "") << d.point << ": " << d.figure << ' '
            << number_text(d.before.mean) << " -> " << number_text(d.after.mean) << " ("
            << change_text(d.change()) << ")\n";
    }
    if (c.differences.size() > most) {
        out << c.differences.size() - most << " differences more\n";
    }
    list("only before", c.only_before);
    list("only after", c.only_after);
    const auto beyond = std::count_if(c.differences.begin(), c.differences.end(),
                                      [](const auto& d) { return d.is_beyond_bound; });
    out << c.compared << " points compared: " << c.differences.size() << " figures have changed, "
        << beyond << " beyond a bound, " << c.newly_failed.size() << " points have failed\n";
}

json as_json(const comparison& c) {
    json differences = json::array();
    for (const difference& d : c.differences) {
        const double change = d.change();
        differences.push_back({{"point", d.point},
                               {"figure", d.figure},
                               {"before", d.before.mean},
                               {"after", d.after.mean},
                               {"change", std::isfinite(change) ? json(change) : json(nullptr)},
                               {"beyond_bound", d.is_beyond_bound}});
    }
    return {{"compared", c.compared},
            {"differences", differences},
            {"failed", c.newly_failed},
            {"only_before", c.only_before},
            {"only_after", c.only_after}};
}

} // namespace platform::sweep
