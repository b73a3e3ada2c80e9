// SPDX-License-Identifier: Apache-2.0
#include "sweep_actions.h"

#include <pmu_run/command_line/options.h>

#include <CLI/CLI.hpp>
#include <page/page.h>
#include <process/text_streams.h>
#include <report/progress.h>
#include <sweep/table/page_data.h>
#include <sweep/table/table.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace platform::pmu_run {

using namespace sweep;

void sweep_tables::add_tables_to(CLI::App& app) {
    add_file(app, "--csv", csv, "write a table; -: to standard output");
    add_file(app, "--json", json, "the same as JSON");
}

void sweep_tables::add_report_to(CLI::App& app) {
    add_file(app, "--report", report, "write a page for a browser");
}

void sweep_tables::check() const {
    std::string other;
    for (const output_option& option : by_option()) {
        if (option.is_on_output() && !other.empty()) {
            throw usage_error(other, " -: ", option.name, " - goes to standard output too");
        }
        other = option.is_on_output() ? option.name : other;
    }
}

std::vector<output_option> sweep_tables::by_option() const {
    constexpr auto how = output_option::at_once_or_output;
    return {{"--csv", csv, how}, {"--json", json, how}, {"--report", report, how}};
}

bool sweep_tables::is_on_output() const {
    return csv == "-" || json == "-" || report == "-";
}

void check_inputs(output_set& outputs, const std::vector<std::string>& inputs) {
    for (const std::string& path : inputs) {
        outputs.add_input(path);
    }
    outputs.check();
}

void sweep_tables::open(output_set& outputs, const std::vector<std::string>& inputs) {
    check_inputs(outputs, inputs);
    outputs.open(by_option());
    outputs.check();
    m_outputs = &outputs;
}

void sweep_tables::write(const std::string& option, const std::string& path,
                         const std::function<void(std::ostream&)>& write) const {
    if (path == "-") {
        write(std::cout);
    } else if (output_file* const file = m_outputs->find(option)) {
        process::text_writer text;
        write(text);
        file->replace(text.str());
    }
}

void sweep_tables::write(const plan& of, const store& results) const {
    if (!report.empty()) { // where the page is, links to logs are relative to it
        const std::filesystem::path folder = std::filesystem::path(absolute(report)).parent_path();
        const std::filesystem::path to_store =
            std::filesystem::path(results.folder()).lexically_relative(folder);
        write("--report", report, [&](std::ostream& out) {
            platform::page::write_page(out, page_data(of, results, to_store.string() + "/"),
                                       "sweep.html");
        });
    }
    write("--csv", csv, [&](std::ostream& out) { write_csv(out, of, results); });
    write("--json", json, [&](std::ostream& out) { write_json(out, of, results); });
}

std::string absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::vector<std::string> inputs_of(const plan& of, const store& results) {
    std::vector<std::string> all = of.input_paths();
    all.insert(all.end(), {plan::origin(results), results.folder()});
    return all;
}

std::uint64_t jobs_of(std::uint64_t given) {
    return given != 0 ? given : std::max(1U, std::thread::hardware_concurrency());
}

namespace {

/// Mean of some results, evenly taken: seconds of a point. 0: nothing is known.
double known_cost(const plan& of, const store& results, const work_list& work) {
    constexpr std::uint64_t most = 200;
    const std::uint64_t step = work.count().done / most + 1;
    double sum = 0;
    std::uint64_t n = 0;
    std::uint64_t done = 0;
    of.points().for_each_included([&](std::uint64_t index) {
        if (work.state(index) != point_state::done || done++ % step != 0) {
            return;
        }
        if (const auto record = results.result(of.key(index))) {
            sum += record->value("wall_s", 0.0);
            ++n;
        }
    });
    return n == 0 ? 0 : sum / static_cast<double>(n);
}

} // namespace

void print_cost(const plan& of, const store& results, const work_list& work, std::uint64_t jobs) {
    const tally& count = work.count();
    std::cout << count.points << " points: " << count.done << " done, " << count.failed
              << " failed, " << count.left() << " to do\n";
    if (const double cost = known_cost(of, results, work); cost > 0) {
        const double total = cost * static_cast<double>(count.left());
        std::cout << "so far a point takes " << std::setprecision(3) << cost
                  << " s; what is left: " << report::span(total) << " of one processor, "
                  << report::span(total / static_cast<double>(jobs)) << " with " << jobs
                  << (jobs == 1 ? " job\n" : " jobs\n");
    } else {
        std::cout << "nothing is known about what a point costs\n";
    }
}

} // namespace platform::pmu_run
