// SPDX-License-Identifier: Apache-2.0
// Elaborates one scenario, runs it, and prints what it took as one line of JSON.
#include <bench/counting_unit.h>
#include <bench/scenario.h>
#include <generated/part_names.h>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <set>

namespace bench {

double cpu_ns() {
    std::timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double wall_ns() {
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace bench

namespace {

#ifdef __clang__
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

using scenario = std::function<nlohmann::json(const bench::scenario_options&)>;

const std::map<std::string, scenario>& scenarios() {
    static const std::map<std::string, scenario> all{{"cycles", bench::run_cycles},
                                                     {"rollover", bench::run_rollover},
                                                     {"reads", bench::run_reads},
                                                     {"batches", bench::run_batches},
                                                     {"elaborate", bench::run_elaboration}};
    return all;
}

std::set<std::string> scenario_names() {
    std::set<std::string> names;
    for (const auto& s : scenarios()) {
        names.insert(s.first);
    }
    return names;
}

} // namespace

int sc_main(int argc, char* argv[]) {
    CLI::App app("Measures one simulation of performance monitoring units.");
    bench::scenario_options options;
    std::string name;
    bool asks_versions = false;
    app.add_flag("--versions", asks_versions, "print what this program was made with, as JSON")
        ->excludes(app.add_option("SCENARIO", name, "what to run")
                       ->check(CLI::IsMember(scenario_names())));
    const CLI::Range from_1(std::uint64_t{1}, std::uint64_t{1} << 40);
    app.add_option("--part", options.parts, "part or parts, or all")->check(CLI::IsMember([] {
        std::vector<std::string> names = sc_test::part_names;
        names.emplace_back("all");
        return names;
    }()));
    app.add_option("--units", options.units, "units of each part")->check(CLI::Range(1U, 100000U));
    app.add_option("--cycles", options.cycles, "cycles to measure")->check(from_1);
    app.add_option("--change-every", options.change_every,
                   "cycles from one change of the pins to the next; 0: never");
    app.add_option("--calls", options.calls, "accesses or batches to measure")->check(from_1);
    app.add_option("--events", options.events, "events in a batch")->check(from_1);
    app.add_flag("--tickless", options.is_tickless, "on a tickless clock");
    app.add_flag("--stopped", options.is_stopped, "the counters are set up and not enabled");
    app.add_flag("--exporting", options.is_exporting, "events are exported on EVNTBUS");
    app.add_flag("--moving", options.is_moving, "local time moves from call to call");
    CLI::Option* const without =
        app.add_flag("!--without-pmu", options.has_pmu, "the same without the PMUs");
    app.add_flag("--method", options.has_method, "a method that reads the bus in place of each PMU")
        ->needs(without);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (asks_versions) {
        std::cout << nlohmann::json{{"SystemC", sc_core::sc_release()}, {"compiler", compiler}}
                  << '\n';
        return 0;
    }
    if (name.empty()) {
        std::cerr << "sim_bench: expected SCENARIO\n";
        return 2;
    }
    if (options.parts == std::vector<std::string>{"all"}) {
        options.parts = sc_test::part_names;
    }
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    try {
        std::cout << scenarios().at(name)(options) << '\n';
    } catch (const std::exception& e) {
        std::cerr << "sim_bench " << name << ": " << e.what() << '\n';
        return 1;
    }
    return 0;
}

// SystemC's own main prints a banner.
int main(int argc, char* argv[]) {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
