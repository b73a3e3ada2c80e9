// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/compare.h>

#include <process/printable.h>
#include <process/text_streams.h>
#include <process/words.h>
#include <sweep/table/figure_table.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>

#include <sys/stat.h>

namespace platform::sweep {

namespace {

constexpr std::uint64_t fewest_repeats_of_host = 3;
constexpr double standard_errors = 4;
constexpr double drift = 0.1; ///< of a machine, from one hour to another

std::string quoted(const std::string& text) {
    return text.empty() || text.find_first_of(" =\"") != std::string::npos ? json(text).dump()
                                                                           : text;
}

void add(compared_sweep& sweep, compared_point& point, bool is_done, const json_at& figures) {
    ++(is_done ? point.done : point.failed);
    for (const auto& [name, figure] : figures.members()) {
        sweep.names.insert(name);
        if (is_done && figure.value().is_number()) {
            point.figures[name].add(figure.value().get<double>(), sweep.of_host.count(name) != 0);
        }
    }
}

compared_point& point_at(compared_sweep& sweep, const place& at) {
    if (sweep.points.empty()) {
        sweep.first = at;
    }
    return sweep.points[at];
}

compared_sweep compared_of(const std::string& path, const figure_table& table) {
    compared_sweep sweep;
    sweep.of_host = figures_of_host({});
    sweep.names.insert(table.figures.begin(), table.figures.end());
    for (const table_row& row : table.rows) {
        place at;
        for (std::size_t n = 0; n != row.labels.size(); ++n) {
            at[table.axes[n].name] = row.labels[n];
        }
        add(sweep, point_at(sweep, at), row.state == point_state::done, json_at(path, row.figures));
    }
    return sweep;
}

std::string number_text(double x) {
    return text_of(x, x == std::floor(x) && std::abs(x) < 1e15 ? 15 : 6);
}

std::string change_text(double change) {
    if (!std::isfinite(change)) {
        return "was 0";
    }
    return (change < 0 ? "" : "+") + text_of(100 * change, 3) + " %";
}

bool is_beyond(const bound& b, bool is_of_host, const sample& before, const sample& after) {
    const double limit = before.middle() + std::abs(before.middle()) * b.per_cent / 100;
    const bool is_beyond_limit = b.per_cent < 0 ? after.middle() < limit : after.middle() > limit;
    return is_beyond_limit && has_changed(is_of_host, before, after);
}

/// Standard deviation of single runs, or what is assumed where too few of them tell.
double spread_of(const sample& s) {
    const double assumed = s.n < fewest_repeats_of_host ? drift * std::abs(s.middle()) : 0;
    return std::max(std::sqrt(s.variance()), assumed);
}

[[noreturn]] void refuse(const char* option, const std::string& name,
                         const std::set<std::string>& known) {
    const std::string all = process::joined(known);
    throw sweep_error(std::string(option) + ": no point has a figure '" + name +
                      "'; there are: " + (all.empty() ? "none" : all));
}

} // namespace

std::string text_of(const place& at) {
    std::string text;
    for (const auto& [name, label] : at) {
        text.append(text.empty() ? "" : " ").append(quoted(name)).append("=").append(quoted(label));
    }
    return text;
}

double difference::change() const {
    const double old = before.middle();
    if (after.n == 0 || old == 0) {
        return after.n != 0 && after.middle() == 0 ? 0 : std::numeric_limits<double>::infinity();
    }
    return (after.middle() - old) / std::abs(old);
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
        sweep.of_host = figures_of_host(plan->of().metrics);
        table_reader(*plan, results).for_each_row([&](const table_row& row) {
            place at;
            for (std::size_t n = 0; n != row.labels.size(); ++n) {
                at[plan->of().axes[n].name] = row.labels[n];
            }
            compared_point& point = point_at(sweep, at);
            if (row.state != point_state::missing) {
                add(sweep, point, row.state == point_state::done, json_at(path, row.figures));
            }
        });
        return sweep;
    }
    const std::string text = read_file(path, most_table_bytes);
    if (!is_json(text)) {
        return compared_of(path, read_csv_table(path, text));
    }
    const json contents = parse_json(path, text);
    const json_at table(path + " is no table of `sweep collect --json`", contents);
    if (table.at("sweep").value() != 1) {
        throw sweep_error(path + ": made by another version of pmu_run");
    }
    sweep.of_host = figures_of_host({});
    if (const auto of_host = table.find("of_host")) {
        for (const json_at& name : of_host->items()) {
            sweep.of_host.insert(name.text());
        }
    }
    for (const json_at& row : table.at("rows").items()) {
        place at;
        for (const auto& [name, label] : row.at("point").members()) {
            at[name] = label.value().is_string() ? label.value().get<std::string>() : label.text();
        }
        add(sweep, point_at(sweep, at), row.at("status").text() == "done", row.at("figures"));
    }
    return sweep;
}

bound read_bound(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon != 0) {
        process::text_reader number(text.substr(colon + 1));
        bound b;
        b.figure = text.substr(0, colon);
        if (number >> b.per_cent && number.eof() && std::isfinite(b.per_cent)) {
            return b;
        }
    }
    throw sweep_error("--bound: expected METRIC:PER_CENT, cycles:2 for example, got '" + text +
                      "'");
}

bool has_changed(bool is_of_host, const sample& before, const sample& after) {
    if (before.least <= after.greatest && after.least <= before.greatest) {
        return false;
    }
    const double change = std::abs(after.middle() - before.middle());
    if (is_of_host) {
        return change > drift * std::abs(before.middle()) &&
               change > standard_errors * std::hypot(spread_of(before), spread_of(after));
    }
    const double error = std::sqrt(before.variance() / static_cast<double>(before.n) +
                                   after.variance() / static_cast<double>(after.n));
    return change > standard_errors * error;
}

namespace {

class comparer {
public:
    comparer(const compared_sweep& before, const compared_sweep& after,
             const std::vector<std::string>& figures, const std::vector<bound>& bounds)
        : m_before(before), m_after(after), m_figures(figures), m_bounds(bounds),
          m_of_host(before.of_host) {
        m_of_host.insert(after.of_host.begin(), after.of_host.end());
    }

    comparison make() {
        check_names();
        for (const auto& [at, old] : m_before.points) {
            if (old.done + old.failed != 0) {
                compare_point(at, old);
            }
        }
        for (const auto& [at, now] : m_after.points) {
            const auto old = m_before.points.find(at);
            if (now.done + now.failed != 0 &&
                (old == m_before.points.end() || old->second.done + old->second.failed == 0)) {
                m_result.only_after.push_back(text_of(at));
            }
        }
        if (m_result.compared == 0 && !m_bounds.empty()) {
            throw sweep_error("--bound: no point has a result in both sweeps");
        }
        const auto is_in_both = [this](const auto& p) {
            return m_after.points.count(p.first) != 0;
        };
        if (std::none_of(m_before.points.begin(), m_before.points.end(), is_in_both)) {
            throw sweep_error("the sweeps have no point in common");
        }
        return std::move(m_result);
    }

private:
    void check_names() const {
        std::set<std::string> known = m_before.names;
        known.insert(m_after.names.begin(), m_after.names.end());
        for (const std::string& name : m_figures) {
            if (known.count(name) == 0) {
                refuse("--metric", name, known);
            }
        }
        for (const bound& b : m_bounds) {
            if (m_before.names.count(b.figure) == 0 && !m_before.points.empty()) {
                refuse("--bound", b.figure, m_before.names);
            }
        }
    }

    void compare_point(const place& at, const compared_point& old) {
        const auto found = m_after.points.find(at);
        const std::string name = text_of(at);
        if (found == m_after.points.end()) {
            m_result.only_before.push_back(name);
            return;
        }
        const compared_point& now = found->second;
        if (now.failed > old.failed) {
            m_result.newly_failed.push_back(name);
        }
        if (now.done + now.failed == 0) {
            m_result.not_run.push_back(name);
        }
        m_result.compared += old.done != 0 && now.done != 0 ? 1 : 0;
        for (const auto& [figure, before] : old.figures) {
            const auto after = now.figures.find(figure);
            compare_figure({name, figure, before,
                            after == now.figures.end() ? sample() : after->second, false});
        }
    }

    void compare_figure(difference d) {
        const bool is_of_host = m_of_host.count(d.figure) != 0;
        const bool is_missing = d.after.n == 0;
        for (const bound& b : m_bounds) {
            d.is_beyond_bound =
                d.is_beyond_bound || (b.figure == d.figure &&
                                      (is_missing || is_beyond(b, is_of_host, d.before, d.after)));
        }
        // What is measured on the host differs from day to day: for who asks.
        const bool is_looked_at = m_figures.empty() ? !is_of_host
                                                    : std::find(m_figures.begin(), m_figures.end(),
                                                                d.figure) != m_figures.end();
        if (d.is_beyond_bound ||
            (is_looked_at && !is_missing && has_changed(is_of_host, d.before, d.after))) {
            m_result.differences.push_back(std::move(d));
        }
    }

    const compared_sweep& m_before;
    const compared_sweep& m_after;
    const std::vector<std::string>& m_figures;
    const std::vector<bound>& m_bounds;
    std::set<std::string> m_of_host;
    comparison m_result;
};

} // namespace

comparison compare(const compared_sweep& before, const compared_sweep& after,
                   const std::vector<std::string>& figures, const std::vector<bound>& bounds) {
    comparison result = comparer(before, after, figures, bounds).make();
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
            out << title << ": " << process::printable(places[i]) << '\n';
        }
        if (places.size() > most) {
            out << title << ": " << places.size() - most << " more\n";
        }
    };
    if (!c.base.empty()) {
        out << "compared with " << process::printable(c.base) << ":\n";
    }
    list("has failed", c.newly_failed);
    for (std::size_t i = 0; i != std::min(c.differences.size(), most); ++i) {
        const difference& d = c.differences[i];
        out << (d.is_beyond_bound ? "beyond its bound: " : "")
            << process::printable(d.point + ": " + d.figure) << ' '
            << number_text(d.before.middle()) << " -> ";
        if (d.after.n == 0) {
            out << "missing\n";
        } else {
            out << number_text(d.after.middle()) << " (" << change_text(d.change()) << ")\n";
        }
    }
    if (c.differences.size() > most) {
        out << c.differences.size() - most << " differences more\n";
    }
    list("not run yet", c.not_run);
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
                               {"before", d.before.middle()},
                               {"after", d.after.n != 0 ? json(d.after.middle()) : json(nullptr)},
                               {"change", std::isfinite(change) ? json(change) : json(nullptr)},
                               {"beyond_bound", d.is_beyond_bound}});
    }
    json all = {{"compared", c.compared},       {"differences", differences},
                {"failed", c.newly_failed},     {"not_run", c.not_run},
                {"only_before", c.only_before}, {"only_after", c.only_after}};
    if (!c.base.empty()) {
        all["base"] = c.base;
    }
    return all;
}

} // namespace platform::sweep
