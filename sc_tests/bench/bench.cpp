// SPDX-License-Identifier: Apache-2.0
// Measures all figures, prints them with their marks, and says whether all are met.
#include <bench/changes.h>
#include <bench/figures.h>
#include <bench/json_keys.h>
#include <bench/measuring.h>
#include <bench/tools.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

constexpr int all_met = 0;
constexpr int not_all_met = 1;
constexpr int unusable = 2;

constexpr unsigned pairs = 9;
constexpr unsigned quick_pairs = 3;
constexpr unsigned growth_runs = 3;

struct command_line {
    std::string json;
    std::string before; ///< a report to compare with
    std::vector<std::string> only;
    bool quick = false;
};

bool is_wanted(const std::string& key, const std::vector<std::string>& only) {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& prefix) {
               return key.compare(0, prefix.size(), prefix) == 0;
           });
}

void print_heads() {
    std::printf("%-27s %11s %11s %10s %10s %10s %8s\n", "figure", "A", "B", "median", "q1", "q3",
                "mark");
}

/// \return whether the mark is met
bool print(const bench::figure& f, const bench::measured_figure& m) {
    const bench::compared& w = m.worst;
    const bool is_met = w.value.median <= f.mark;
    std::printf("%-27s %11.5g ", f.key.c_str(), w.a);
    if (f.is == bench::figure::relation::absolute) {
        std::printf("%11s ", "");
    } else {
        std::printf("%11.5g ", w.b);
    }
    std::printf("%10.4g %10.4g %10.4g ", w.value.median, w.value.q1, w.value.q3);
    if (f.mark == bench::no_mark) {
        std::printf("%8s ", "");
    } else {
        std::printf("%8.4g ", f.mark);
    }
    std::printf("%-4s %s%s%s\n", is_met ? "" : "MISS", f.text.c_str(), m.which.empty() ? "" : ": ",
                m.which.c_str());
    std::fflush(stdout);
    return is_met;
}

nlohmann::json entry(const bench::figure& f, const bench::measured_figure& m) {
    const bench::summary& value = m.worst.value;
    return {{"value", value.median},
            {"q1", value.q1},
            {"q3", value.q3},
            {"mark", f.mark == bench::no_mark ? nlohmann::json() : nlohmann::json(f.mark)},
            {"pass", value.median <= f.mark}};
}

void print(const bench::growth_table& table, bench::measurer& measurer, unsigned runs) {
    std::printf("\n%s\n%9s", table.title.c_str(), table.label_head.c_str());
    for (const std::string& head : table.heads) {
        std::printf("  %s", head.c_str());
    }
    std::printf("\n");
    for (const auto& row : table.rows) {
        std::printf("%9s", row.label.c_str());
        for (std::size_t n = 0; n < row.cells.size(); ++n) {
            std::vector<double> samples;
            for (unsigned run = 0; run < runs; ++run) {
                samples.push_back(measurer.take(row.cells[n]));
            }
            std::printf("  %*.4g", static_cast<int>(table.heads[n].size()),
                        bench::summarise(samples).median);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
}

nlohmann::json read_report(const std::string& file) {
    std::ifstream in(file);
    if (!in) {
        throw std::runtime_error("cannot read " + file);
    }
    try {
        nlohmann::json report = nlohmann::json::parse(in);
        bench::check_report(report);
        return report;
    } catch (const std::exception& e) {
        throw std::runtime_error(file + ": " + e.what());
    }
}

/// Found out before the work, not after it. What is there stays until there is something new.
void check_writable(const std::string& file) {
    const bool is_new = !std::filesystem::exists(file);
    if (!std::ofstream(file, std::ios::app)) {
        throw std::runtime_error("cannot write " + file);
    }
    if (is_new) {
        std::filesystem::remove(file);
    }
}

/// Those that are asked for.
std::vector<bench::figure> wanted_figures(const bench::tools& found,
                                          const std::vector<std::string>& only) {
    std::vector<bench::figure> all = bench::all_figures(found);
    for (const std::string& prefix : only) {
        if (std::none_of(all.begin(), all.end(),
                         [&](const bench::figure& f) { return is_wanted(f.key, {prefix}); })) {
            std::string why = "--only: no figure begins with '" + prefix + "'";
            for (const std::string& missing : bench::missing_figures(found)) {
                why += "; left out: " + missing;
            }
            throw std::runtime_error(why);
        }
    }
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const bench::figure& f) { return !is_wanted(f.key, only); }),
              all.end());
    return all;
}

void print_changes(const std::string& file, const nlohmann::json& before,
                   const nlohmann::json& now) {
    const std::vector<std::string> lines = bench::changes(before, now);
    std::printf("\nsince %s%s\n", file.c_str(), lines.empty() ? ": nothing beyond noise" : "");
    for (const std::string& line : lines) {
        std::printf("  %s\n", line.c_str());
    }
}

int run(const command_line& c) {
    const nlohmann::json before = c.before.empty() ? nlohmann::json() : read_report(c.before);
    if (!c.json.empty()) {
        check_writable(c.json);
    }
    const std::string program_dir =
        std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
    const bench::tools found = bench::find_tools(program_dir);
    for (const auto& [name, version] : found.versions) {
        std::printf("%s %s\n", name.c_str(), version.c_str());
    }
    const std::vector<bench::figure> figures = wanted_figures(found, c.only);
    bench::measurer measurer(program_dir, c.quick ? quick_pairs : pairs);
    nlohmann::json report = nlohmann::json::object();
    unsigned missed = 0;
    print_heads();
    for (const bench::figure& f : figures) {
        const bench::measured_figure m = measurer.measure(f);
        missed += print(f, m) ? 0 : 1;
        report[f.key] = entry(f, m);
    }
    if (c.only.empty()) {
        for (const bench::growth_table& table : bench::all_growth_tables()) {
            print(table, measurer, c.quick ? 1 : growth_runs);
        }
    }
    std::printf("\n%zu figures, %u above their marks\n", report.size(), missed);
    for (const std::string& missing : bench::missing_figures(found)) {
        std::printf("LEFT OUT: %s\n", missing.c_str());
    }
    report[bench::versions_key] = found.versions;
    if (!before.is_null()) {
        print_changes(c.before, before, report);
    }
    if (!c.json.empty()) {
        std::ofstream out(c.json);
        out << report.dump(2) << '\n';
        out.close();
        if (!out) {
            throw std::runtime_error("cannot write " + c.json);
        }
    }
    return missed == 0 ? all_met : not_all_met;
}

} // namespace

int main(int argc, char* argv[]) try {
    CLI::App app("Measures the models and the simulator against their marks.");
    command_line c;
    app.add_option("--json", c.json, "write the figures to a file");
    app.add_option("--compare", c.before,
                   "tell what differs by more than noise from a file that --json has written");
    app.add_option("--only", c.only, "only the figures whose keys begin so, and no growth tables");
    app.add_flag("--quick", c.quick, "three pairs of runs instead of nine");
    app.footer("A and B are medians, mostly in ns; median, q1 and q3 those of the pairs. "
               "Exit code: 0 all marks are met, 1 some are not, 2 something could not be "
               "measured.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : unusable;
    }
    return run(c);
} catch (const std::exception& e) {
    std::fflush(stdout);
    std::cerr << "bench: " << e.what() << '\n';
    return unusable;
}
